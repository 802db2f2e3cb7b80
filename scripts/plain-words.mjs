#!/usr/bin/env node
// Finds prose that is not plain English: help, errors, messages, pages, docs, comments, test titles and commit subjects (docs/words.md).
// `npm run lint` runs it for everything that users read, and .ci/run for commit subjects: node scripts/plain-words.mjs --help
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'

const AREAS = ['help', 'errors', 'views', 'pages', 'docs', 'comments', 'tests', 'commits']
const USAGE = `Usage: plain-words.mjs [--area <area>]... [--list] [--sample N] [--seed S] [--max-comment-columns 100]
                       [--pattern <id>]... [--file <part of a path>] [--since <revision>|all] [--json]
                       [--texts] [--patterns] [--root <folder>]

  --area              ${AREAS.join(' | ')}. Default: all. May be repeated or separated by commas.
  --list              Print each finding as file:line. Without it only counts are printed.
  --sample N          Print N random findings; --seed makes the choice repeatable (default 1).
  --texts             Print the collected texts of four words or more instead of findings, for a review by eye (with --sample).
  --pattern, --file   Only findings of these patterns, or of files whose path contains this.
  --since             Commit subjects after this revision. Default: those that origin/main does not have. "all": every one.
  --patterns          Print every pattern with its reason and suggestion.

Ends with 0 when nothing is flagged, 1 when something is, 2 on wrong usage.`

// ---------------------------------------------------------------- patterns

const USER = ['help', 'errors', 'views', 'pages']
const READ = [...USER, 'docs']

/** id, what it finds, why it reads badly, what to write instead, and the areas where it counts (default: all). */
// oxfmt-ignore
const PATTERNS = [
  // The subject is hidden.
  ['meant', /\b(?:is|are|was|were|be|been) (?:not |never |also )?meant\b/i, 'hidden subject', 'say who selects or uses it: "uses", "applies to", "selects"'],
  ['nobody', /\b(?:nobody|no one)\b/i, 'hidden subject', 'name it: "no user", "no process", "no install"; or drop it'],
  ['somebody', /\bsomebody\b/i, 'hidden subject', '"another user", "another process", "you"'],
  ['anybody', /\banybody\b/i, 'hidden subject', '"any user", "any client", "anyone"'],
  ['whoever', /\b(?:whoever|whomever)\b/i, 'hidden subject', '"the caller", "the process that", "users who"'],
  ['a-person', /\ba person\b/i, 'hidden subject', '"you", "a user"', READ],
  ['stranger', /\bstrangers?\b/i, 'not the field\'s word', '"attacker", "unauthenticated client", "third party"'],
  ['is-told', /\b(?:is|are|was|were|be|been) (?:not |never |also )?told\b/i, 'hidden subject', '"receives", "is notified", or say who reports it'],
  ['is-said', /\b(?:is|are|was|were|be|been) (?:not |never |also )?said\b/i, 'hidden subject', '"reported", "printed", "shown"'],
  ['is-asked', /\b(?:is|are|was|were|be|been|being) (?:not |never )?asked\b/i, 'hidden subject', '"requested", "prompted", "queried"'],
  ['is-named', /(?<!\bas [a-z' ]{1,30})\b(?:is|are|was|were) (?:not |never )?named\b(?! (?:after|as|like)\b)/i, 'hidden subject', '"is given", "is set", "is listed"; for a flag: "without --store"'],
  ['is-kept', /\b(?:is|are|was|were|be|been) (?:not |never |also |still )?kept\b/i, 'not the field\'s word', '"stored", "saved", "recorded", "preserved"'],
  ['is-to', /\b(?:is|are|was|were) (?:not |never )?to (?:be|go|have|come|do|run|get|take|stay|happen|send|find|see|show|begin|lead)\b/i, 'stiff', '"should", "must", "will", or present tense'],
  ['be-had', /\b(?:be|is|are|was|were) had\b/i, 'not English idiom', '"available"'],
  ['have-it-done', /\b(?:have|has|had) (?:it|them|one) (?:handled|made|sent|done|shown|written|opened|kept|taken)\b/i, 'causative', 'say who does it'],
  // "What", "that" and "none" instead of a noun.
  ['what-starts', /^What (?:is|was|are|were|has|had|have|it|its|the|a|an|you|they|this|that|to|one|each|every|goes|went|comes|came|may|must|can|would|will|does|did|happens|happened|stands|no|only|app|all|another|both|some)\b(?![^.]*\?)/, 'a clause instead of a noun', 'name the thing: "Fault kind", "Contents of …"', null, 'sentence'],
  ['clause-starts', /^(?:Which|Where|Who|Whose|Whom|When) (?:the|an?|it|its|no|this|that|these|those|they|you|of|one|each|every|\w+s?) ?(?![^.]*\?)(?!to\b)[^,]{0,160}$/, 'a clause instead of a noun', 'name the thing: "Store code", "Port of the app"', USER, 'sentence'],
  ['there-is-no', /^There (?:is|are|was|were) no (?!need\b|way\b|limit\b)/, 'wordy', '"Unknown X", "X not found", "No X in this project"', ['errors', 'views', 'pages'], 'sentence'],
  ['none-starts', /^None\b(?! (?:of|yet)\b)/, 'a fragment', '"No X"', USER, 'sentence'],
  ['of-what', /\b(?:of|to|by|with|from|for|on|in|against|at|beside|about|as|than|and|but|only|all|after|before) what (?:is|was|are|were|has|had|have|it|its|the|a|an|you|they|this|that|one|goes|went|comes|came|may|must|can|would|no|app|another|runs?|each|came|stands)\b/i, 'a clause instead of a noun', 'name the thing'],
  ['that-which', /\bthat which\b|\bwhat there is\b/i, 'a clause instead of a noun', 'name the thing'],
  ['those-that', /\bthose (?:that|which|who|of|with|without|whose|in|from|to|for|on)\b/i, 'a pronoun instead of a noun', 'repeat the noun: "files that", "orders without"'],
  ['the-one-that', /\bthe (?:one|ones|other one|only one) (?:that|which|who|of|with|without|whose|in|from|to|for|on|it|he|you|they|a|the|by)\b/i, 'a pronoun instead of a noun', 'repeat the noun'],
  ['none-object', /\b(?:needs?|needed|has|have|had|sends?|sent|gives?|gave|made|makes?|with|of|to|for|is|are|was|names?|named|gets?|takes?|took|wants?|sees?|finds?|found|shows?|leaves?|opens?|from|asks?|means) none\b(?! of\b)/i, 'hidden subject', '"no order", "no token": repeat the noun'],
  ['there-is-none', /(?<!\bif )\bthere (?:is|are|was|were|be) none\b/i, 'hidden subject', '"does not exist", "no X"'],
  ['there-is-not', /\b(?:that|which) there (?:is|are|was|were) (?:not|none)\b|(?<!\w+ing )\bthere (?:is|are|was|were) not\b(?! \w+(?:ed|en)\b)/i, 'not English idiom', '"unknown", "missing", "does not exist"'],
  ['where-there-is', /\bwhere(?:ver)? there (?:is|are|was|were)\b/i, 'stiff', '"if available", "if it exists"'],
  ['nothing-of', /\bnothing of\b/i, 'hidden subject', '"no part of", "no data from", or a verb: "ignored", "not stored"'],
  ['nothing-not', /\bnothing\b[^.;:]{0,40}\bnot\b/i, 'two negations', 'say it positively'],
  ['where-if', /\b[Ww]here (?:no|none|nothing|nobody|there|one|neither|both|only|(?:it|they|that|this|you) (?:has|have|had|can|cannot|may|must|does|did|do|needs?|fails?|is (?:not|no|known|possible|safe|given|set|missing|wrong|running|due|asked|one|an?)|was (?:not|the|an?)|stays?|wants?)|(?:the|an?|its|your|another|each|every) \w+ (?:has|have|had|is|are|was|were|does|do|did|may|can|must|gives?|says?|sends?|needs?|names?))\b(?! (?:stored|kept|written)\b)/, '"where" for a condition', '"if", "when"'],
  ['only-what', /\b[Oo]nly (?:what|of|those|these|of what|as)\b/, 'a fragment', '"Show only …", "Limit to …"', READ],
  ['not-starts', /^Not (?:a|an|the|this|these|in|of|for|to|by|on|at|possible|here|there|now|yet|one|what|done|your|its|from|with|without)\b/, 'a fragment', 'a full sentence or a verb: "Skip …", "… failed"', READ, 'sentence'],
  // Filler.
  ['by-itself', /\bby (?:itself|themselves|himself)\b/i, 'filler', '"automatically", "alone", "separately", or drop it'],
  ['of-its-own', /\bof (?:its|their|his|one's) own\b/i, 'word order', '"its own X", "a separate X"'],
  ['of-your-own', /\bof (?:your|my|our) own\b/i, 'word order', '"your own X"'],
  ['of-yours', /\bof (?:yours|mine|ours|theirs)\b|\b(?:is|are) none of ours\b/i, 'word order', '"your X", "your own X"'],
  ['as-it-is', /\bas (?:it|they) (?:is|are|was|were|stands?|stood|came|comes?)\b(?! (?:\w+ed|for|in|at|a|the|when|made|sent|read|written|shown|kept|now|not|to)\b)/i, 'filler', '"unchanged", or drop it'],
  ['at-once', /(?<!\b(?:many|all|both|two|several|more|them|workers|starts|\d+)(?: \w+)? )\bat once\b/i, 'two meanings', '"immediately" or "at the same time"'],
  ['by-hand', /\bby hand\b/i, 'filler', '"manually", "yourself"'],
  ['here', /\b(?:known|kept|made|runs|run|found|registered|stored|started|done|held|changed|exchanged) here\b|\bhere or above\b|\b(?:from|to) here\b(?! on\b)|\b(?:is|are) not here\b/i, 'vague', '"on this machine", "in this project", "by this tool"', READ],
  ['length-of-time', /\blengths? of time\b/i, 'not the field\'s word', '"duration"'],
  ['at-all', /\bat all\b/i, 'filler', 'drop it'],
  ['all-the-same', /\ball the same\b|\bnone the less\b/i, 'stiff', '"anyway", "still"'],
  ['for-good', /\bfor good\b/i, 'idiom', '"permanently"'],
  ['any-run-of', /\bany run of\b/i, 'not the field\'s word', '"* matches any characters"'],
  ['so-many', /\b(?:after|for|by|in|to|the date|this|with) so (?:long|many|much|large)\b|\bso (?:long|many|much) (?:from now|after|before|later|ago)\b/i, 'not English idiom', '"after this duration", "this many"'],
  ['of-the-kind', /\bof (?:that|this|the|such a|the same|what|one|any|another) (?:kind|sort)\b/i, 'wordy', '"such", or name it'],
  ['things', /\bthings (?:go|that|to|which|may|happen)\b/i, 'vague', 'name them', READ],
  ['archaic', /\b(?:whence|thereby|thereof|therein|wherein|hereby|henceforth|lest|shall|amiss|anew|aright|awry|afoot|wholly|whither|thither|hither|heretofore|nought|beforehand|bidden|borne|veil(?:s|ed)?|asunder)\b/i, 'archaic', 'a plain word: "again", "fully", "must", "masked"'],
  ['one-after-other', /\bone after (?:the other|another)\b/i, 'wordy', '"in sequence", "one at a time"'],
  ['way-round', /\b(?:other )?way round\b/i, 'idiom', '"reversed", "opposite"'],
  ['in-the-dark', /\bin the dark\b/i, 'riddle', '"in dark mode"'],
  // A verb that the field does not use.
  ['stands', /(?<!\b(?:to|a|the|news|live) )\bst(?:ands?|ood|anding)\b(?! (?:for|alone|by|out|in for)\b)(?!-)/i, 'metaphor for "is"', '"is", "exists", "appears"'],
  ['lies', /\b(?:lies|lain|lay)\b(?! out)/i, 'metaphor for "is"', '"is", "is stored"'],
  ['is-there', /\b(?:is|are|was|were|be) (?:not |already |still |no longer |only )?there(?= ?(?:[.,;:)]|$|and|but|or|already|again|yet|now|when|before|until|to|too|at|for|from|with|without|in)\b|[.,;:)]|$)/i, 'vague', '"exists", "is installed", "is available"'],
  ['is-gone', /\b(?:is|are|was|were|be|has|have) (?:all |already |then |long )?gone\b/i, 'vague', '"was removed", "no longer exists", "has expired"'],
  ['is-of', /\b(?:is|are|was|were|be) (?:not |all )?of (?:the|a|an|this|another|no|its|that|your|one|other|some)\b(?! (?:kind|use|type|length|size))|\bnot of (?:this|the|that|its)\b/i, 'not English idiom', '"belongs to", "comes from"'],
  ['put-back', /\bput(?:s|ting)? (?:\S+ )?back\b/i, 'not the field\'s word', '"restore", "revert"'],
  ['put-aside', /\bput(?:s|ting)? (?:it |them |the \w+ )?(?:aside|away|by)\b/i, 'not the field\'s word', '"save", "move"'],
  ['put-into', /\bputs? (?:it|them|the \S+|an? \S+|what) (?:into|in|there|on)\b|\b(?:is|are|was|were|be) put (?:into|in|there|on)\b/i, 'vague', '"write to", "add to", "store in"'],
  ['take-back', /\bt(?:ake|akes|aken|ook|aking) (?:\S+ |all of it |the \w+ )?back\b|\bunsent\b/i, 'not the field\'s word', '"undo", "revert", "remove"'],
  ['take-over', /\bt(?:ake|akes|aken|ook|aking) (?!precedence)(?:\S+ )?over\b/i, 'vague', '"accept", "adopt", "copy", "use"'],
  ['takes', /\b(?:app|apps|platform|gateway|emulator|journal|server|portal|admin|command|commands|flag|endpoint|operation|it|that|which|who|store|browser|field|api)\b (?:takes|take|took|will take|would take|would not take|does not take|do not take|did not take|may take|can take|cannot take)\b(?! (?:place|time|part|long|precedence|over|back|\d|no time|effect|the place|care|down|up|at (?:most|least)|about|a (?:few|while|minute|second))\b)/i, '"take" for "accept"', '"accepts", "uses", "reads"'],
  ['is-taken', /\b(?:is|are|was|were|be|been) (?:not |never |already |only )?taken\b(?! (?:back|over|from (?:the )?environment|offline|down|by another)\b)/i, '"take" for "accept" or "use"', '"accepted", "used", "in use"'],
  ['mend', /\bmend(?:s|ed|ing)?\b/i, 'not the field\'s word', '"fix", "repair"'],
  ['hear-of', /\bhear(?:s|d)? (?:of|from|about|it|nothing)\b|\bto hear\b/i, 'metaphor', '"subscribe to", "receive", "is notified"'],
  ['held-against', /\bheld (?:against|by|to|back|up|in|for)\b|\bhold(?:s|ing)? (?:against|back|up|on to)\b/i, 'metaphor', '"validated against", "in use by", "delayed"'],
  ['lead', /\blead(?:s|ing)? (?:to|away|on|back|there|out|in|into|the|it|them|from|where|here|nowhere|past|deliveries)\b|\bled (?:to|away|on|back|there|out|the|from|nowhere)\b|\b(?:may|can|could|would) lead\b/i, 'metaphor', '"points to", "links to", "opens", "routes"'],
  ['hand-on', /\bhand(?:s|ed|ing)? (?:\S+ |the \w+ )?(?:on|over|out|in|back|down)\b|\bhand(?:s|ed) (?:it|them|the|an?|to)\b/i, 'metaphor', '"forward", "pass", "send", "deliver"'],
  ['pass-on', /\bpass(?:es|ed|ing)? (?:it |them )?on\b/i, 'idiom', '"forward"'],
  ['go-out', /\b(?:goes|go|went|gone|going) (?:out|past|by(?! the time)|along|astray|nowhere|unseen|on its|over to)\b(?! of\b)/i, 'metaphor', '"is sent", "bypasses", "uses"'],
  ['go-on', /\b(?:goes|go|went|gone|going) on\b/i, 'vague', '"continues", "happens"'],
  ['go-into', /(?<!\bwhat )\b(?:goes|go|went) (?:into|with (?:it|them|the)|to (?:nobody|none|the app|it|them)|down|away|through)\b/i, 'metaphor', '"is written to", "is sent to", "passes through", "stops"'],
  ['come', /\b(?:comes?|came|coming) (?:out|back|in(?! this order)|to nothing|again|twice|late|first|last|of it|by itself|in time|too|through|after|before|too late|too early|after all|at all|next|down|up|with (?:it|them)|alone|here)\b/i, 'metaphor', '"arrives", "is returned", "is printed"'],
  ['nothing-came', /\b(?:no|nothing|none|one|event|answer|delivery|page|request|order|what|it|that|which)s? (?:came|comes|come)\b(?! (?:from|back|out|in|again|first|to|with|before|after))/i, 'metaphor', '"arrived", "was received", "appears"'],
  ['bring', /\b(?:brings?|brought|bringing) (?:\S+ )?(?:back|into|down|there|about|up|on|along|in|to)\b/i, 'metaphor', '"restores", "adds", "starts", "ships with"'],
  ['give-back', /\bg(?:ive|ives|ave|iven|iving) (?:\S+ )?(?:back|away|up|out|again|on)\b/i, 'metaphor', '"returns", "leaks", "stops", "releases"'],
  ['gives', /\b(?:app|platform|emulator|command|portal|page|it|that|which|browser|console|journal|file|store)s? (?:gives|gave|give)\b(?! (?:back|away|up|out|again|on|you|the user)\b)/i, '"give" for "return" or "print"', '"returns", "prints", "creates", "provides"'],
  ['use-up', /\bus(?:e|es|ed|ing) (?:(?:the|it|them|this|a|an|its)(?: \w+)? )?up\b/i, 'idiom', '"consume", "exhaust"; a limit is "exceeded"'],
  ['break-off', /\b(?:break(?:s|ing)?|broke|broken) (?:it |the \w+ |them )?off\b/i, 'metaphor', '"closes the connection", "aborts"'],
  ['broke', /\b(?:broke|broken at|is broken|are broken|was broken)\b(?! (?:off|into|out)\b)/i, 'vague', '"failed", "is invalid", "is wrapped"'],
  ['cut-off', /\bcut (?:off|short|away|out)\b|\bcuts\b/i, 'metaphor', '"truncated", "interrupted"'],
  ['says', /\b(?:say|says|said) (?:so|what|which|whether|why|how|where|it|nothing|that|of|when|no|the|who|more|all|this|them)\b/i, '"say" for "show"', '"shows", "reports", "prints", "states"'],
  ['tells', /\btell(?:s|ing)? (?:what|whether|which|how|of|why|where|it|them|the|nothing|that|from|when|no|more|a|this|who|apart)\b|\bdoes not tell\b|\btold (?:what|which|of|by|to|apart|it|them|that)\b/i, '"tell" for "report"', '"shows", "reports", "notifies"'],
  ['names', /(?<!\b(?:the|of|two|three|four|five|their|its|all|these|two|both|and|column|file|field|command|such|as|own|by|user|header|event|topic|table|code|other|public|host|region|store|key) )\bnames (?:the|what|it|its|every|all|no|each|which|one|a|an|them|none|another|only|that|both)\b/i, '"name" for "list"', '"lists", "shows", "specifies", "contains"'],
  ['that-names', /\b(?:app\.toml|manifest|flag|header|that|which|command|error|hint|line|list|it|platform|configuration) (?:names|named)\b/i, '"name" for "set"', '"set in", "given by", "listed in"'],
  ['knows', /\b(?:knows?|knew) (?:no|none|nothing|of|it|its|neither|which|what|whether|only|the)\b|\bknown (?:here|to)\b/i, 'metaphor', '"has no", "cannot determine", "unknown"'],
  ['learn', /\blearn(?:s|t|ed)? (?:of|what|which|whether|nothing|the|it|an?)\b|\b(?:is|was|be|were) learn(?:t|ed)\b/i, 'metaphor', '"reads", "detects", "receives"'],
  ['wants', /\bwant(?:s|ed)? (?:it|its|one|an?|the|no|to|them|of|by|from|what|here)\b/i, 'metaphor', '"needs", "requires", "expects", "subscribes to"', ['errors', 'views', 'pages', 'help', 'comments', 'tests', 'commits']],
  ['look-at', /\blook(?:s|ed|ing)? (?:at|into|after|there|here|through|away|around|beside)\b|\ba look\b|\b[Ll]ook before\b|\blooks? (?:it|them) up\b/i, 'metaphor', '"check", "inspect", "read", "poll"'],
  ['agree', /\b(?:agree(?:s|d)?|agreement) (?:to|with (?:it|that)|for)\b/i, 'not the field\'s word', '"allow", "confirm", "approve", "match"'],
  ['forget', /\bforg(?:ot|ets|otten|et it|et them|et the)\b/i, 'metaphor', '"removed", "has expired", "missing"'],
  ['remember', /\bremember(?:s|ed|ing)?\b/i, 'metaphor', '"store", "save", "cache"'],
  ['fit', /\b(?:does|do|did|would|may|must|will) (?:not )?fit\b|\bfits (?:the|it|what|more|no|an?|none|this|them|one|its)\b|\b(?:that|what|which) fits?\b/i, 'not the field\'s word', '"match", "is valid for"'],
  ['meets', /\b(?:it|that|fault|faults|which|request|app|we|you) meets?\b|\bmeets (?:the|what|it|an?|no)\b|\b(?:is|are|was|were) met\b/i, 'metaphor', '"matches", "affects", "reaches"'],
  ['ended', /\b(?:has|have|had|is|was|are|were) (?:already |not |just )?ended\b|\b(?:app|process|run|command|program|it|that|which) ended\b/i, '"end" for "exit"', '"exited", "stopped", "finished"'],
  ['ends', /\b(?:[Ee]nds?) (?:with (?:exit )?(?:code )?(?:X|\d)|by|it|them|this|that|the|at|an?|its|as|after|before|only|so|in (?:an?|error|exit)|and|well|badly)\b|\b(?:command|process|program|run|app|it|that|which) ends\b|, and end\b|\bEnds\b/, '"end" for "exit" or "stop"', '"exits with", "stops", "finishes"'],
  ['is-exit', /\b(?:is|are|means|gives|get|gets|be) exit \d/i, 'not English idiom', '"exits with 9"'],
  ['tried-again', /\btr(?:ies|ied|ying) (?:it |them |the \w+ )?again\b|\b(?:made|done|sent|asked|read|begun|written) again\b|\b(?:begins?|sends?|asks?|does|makes?|reads?|writes?) (?:it|them) again\b/i, 'wordy', '"retry", "resend", "recreate", "repeat"'],
  ['a-try', /\b(?:one|a|each|first|last|next|every|no|this|that|\d+|second|further|another|of) (?:try|tries)\b(?! (?:to|it|again)\b)/i, 'not the field\'s word', '"attempt"'],
  ['makes', /\b[Mm]a(?:kes?|de|king) (?:(?:a|an|one|the|its|another|no|your|new|of it) )?(?:new )?(?:copy|tokens?|apps?|stores?|folders?|files?|keys?|codes?|address(?:es)?|installs?|platforms?|orders?|rows?|products?|secrets?|snapshots?|database|picture|links?|page|report|client|schema|request|call|package|bundle|event|delivery|project|table|index|warehouse|release|session)\b(?![.-]\w)|\b(?:is|are|was|were|be|been) (?:not |never )?made\b(?! (?:of|up|from|for|with|to|by)\b)|^Ma(?:de|ke)\b/, '"make" for "create"', '"create", "generate", "build", "send"'],
  ['on-its-way', /\bon (?:its|their|the) way\b/i, 'metaphor', '"in progress", "in flight"'],
  ['at-work', /\b(?:is|are|was|were|be) at work\b/i, 'metaphor', '"running", "in progress"'],
  ['does-without', /\bdo(?:es)? without\b/i, 'idiom', '"works without", "does not need"'],
  ['to-do-about', /\bto do about\b|\bwhat to do\b(?!:)(?! (?:about|next))/i, 'vague', '"how to fix it", "next step"', USER],
  ['spoil', /\bspoil(?:s|t|ed|ing)?\b/i, 'not the field\'s word', '"invalid", "corrupted"'],
  ['british', /\b(?:colours?|behaviours?|catalogues?|grey|centre|licences?|judgement|neighbours?|spoilt|learnt|misspelt|labelled|whilst|amongst|towards|artefacts?|fulfilment|fulfils?|organis\w+|recognis\w+|initialis\w+|authoris\w+|normalis\w+|serialis\w+)\b/i, 'British spelling; code and field use American', '"color", "behavior", "catalog", "fulfillment", "neighbor"'],
  ['misspelt', /\bmis-?spelt\b/i, 'not the field\'s word', '"unknown", "typo"'],
  ['cause', /\bcaus(?:e|es|ed) (?:an?|the|its|one) (?:event|order|delivery)\b/i, 'not the field\'s word', '"trigger"'],
  ['lets', /\b[Ll]ets? (?:something|some|it|them|the|an?|one|through|in|go|no|others?)\b/, 'stiff', '"allows", or the verb itself: "Fail some rows"', READ],
  ['away-with', /\baway with\b|\b(?:throw|thrown|throws|threw)(?: \w+)?[ -]away\b/i, 'idiom', '"removes", "discards", "temporary"'],
  ['wait-for-end', /\bfor its end\b|\bat its end\b|\bto its end\b|\bthe end of it\b/i, 'word order', '"until it finishes"'],
  // Nouns, prepositions and word order.
  ['beside', /\bbeside\b/i, 'rare preposition', '"next to", "with", "in addition to"'],
  ['among-them', /\bamong (?:them|these|those|its|their)\b/i, 'wordy', '"of these", or name the set'],
  ['preposition-which', /(?<!\b(?:all|each|some|most|none|any|one|both) )\b(?:with|of|by|at) (?:which|whom)\b/i, 'stiff', 'a shorter clause, or two sentences'],
  ['from-on', /\bfrom (?:it|there|the \w+|that \w*) on\b/i, 'wordy', '"since", "starting with"'],
  ['in-its-place', /\b(?:in|at|to|into|from) (?:its|their|the right|the same|that|this|one|another) place\b|\bin (?:the )?place of\b/i, 'wordy', '"instead of", "there", or name it'],
  ['a-place', /\b(?:a|the|no other|one|other|another|each|every|which) place (?:for|of|in|to|that|where|on|is|has|as|at)\b|\bplaces? (?:for|that) \w+/i, 'vague', 'name it: "store and region", "folder", "position", "secret store"'],
  ['of-chain', /\b(?:answers?|output|clock|owner|frame|window|queue|journal|address|addresses|headers?|status|body|ports?|folder|state|secrets?|process|name|lines?|words?|error|bugs?) of (?:the|an|a|your|this|its|each|every|another) (?:app|apps|platform|emulator|store|gateway|machine|admin|inspector|portal|project|command|tool|request|delivery|answer|response)\b|\bof HTTP\b/i, 'an "X of Y" chain', 'a compound: "app output", "HTTP status", "the emulator\'s clock"'],
  ['of-this-machine', /\bof this (?:machine|computer|tool|page|run|session|process)\b/i, 'an "X of Y" chain', '"this machine\'s", "local"'],
  ['as-x-says', /\bas (?:app\.toml|the \w+|X+|\w+) (?:says|has|have|names|would have|reads|writes|knows|gives)(?: (?:it|them))?(?=[.,;:)]|$| (?:on|in|of|with)\b)/i, 'wordy', '"from app.toml", "as in"'],
  ['answer-noun', /\b(?:an?|the|its|one|no|each|every|first|last|whole|platform's|app's) answers?\b(?= (?:of|from|that|is|was|has|with|in|to|came|comes|body|may|must|did|does|itself|without)\b)|\b(?:no|no usable|last|first|usable|long|slow|each) answers?\b/i, 'not the field\'s word', '"response"', [...READ, 'tests', 'commits']],
  ['refusal', /\brefusals?\b/i, 'not the field\'s word', '"rejection", "error"'],
  ['foreign', /\bforeign (?!keys?\b)\w+/i, 'not the field\'s word', '"untrusted", "external", "another app\'s"'],
  ['metaphor-building', /\b(?:the|this|a|each|every|one|own|lower|upper|which|no|two|several|other|same|its) (?:house|shelf|shelves|road|roads|doors?|walls?|rooms?)\b|\broads\b|\bdoors\b/i, 'metaphor', '"architecture", "layer", "module", "page", "lint rule"'],
  ['careless', /\bcareless\b/i, 'metaphor', '"faulty"'],
  ['a-kill', /\b(?:a|after|each|every|any|the) kill\b/i, 'not the field\'s word', '"a crash", "an interrupted run"'],
  ['words-of', /\b(?:in|into|with|as|makes?|the|its|own|other) words(?: of|\b(?=[.,;:)]|$))|\b[Ww]ords about\b/i, 'vague', '"message", "text", "description"'],
  ['without-starts', /^(?:Without|With|Of|As|Among|Beside|By|From|In|For|To|Until|Since|Where|Whether|Which|How|Who|Whose|Whom|That|Nothing but|All that|All of)\b[^,?]{0,80}$/, 'a fragment as documentation', 'a noun or a sentence: "Returns …", "Hide …"', ['comments'], 'sentence'],
  // Punctuation and form.
  ['semicolon', /[^&\s];(?= [a-z§"'])/, 'a semicolon joins two thoughts', 'two sentences', READ],
  ['colon-joins', /[a-zX)]: (?:it|they|this|that|its|no|nothing|there|you|one|the \w+|an? \w+|each \w+|every \w+|nobody|what|only)(?: \w+){0,3} (?:is|are|was|were|has|have|does|do|can|cannot|may|must|will|would|did|had|runs|stays|gets|needs|comes|goes|takes|gives|says|shows|sends|keeps|makes)\b/, 'a colon joins two thoughts', 'two sentences, or "because"', READ],
  ['exclamation', /[A-Za-z]!(?=\s|$)/, 'exclamation mark', 'a full stop', READ],
  ['long-sentence', null, 'over 30 words', 'two sentences'],
  ['summary-long', null, 'a summary of over 60 characters', 'a verb phrase of at most 60 characters', ['help']],
  ['summary-verb', null, 'a summary that does not begin with a verb', '"Create …", "List …", "Show …"', ['help']],
  ['comment-columns', null, 'a comment beyond the columns', 'wrap it, or shorten it', ['comments']],
  ['title-code-first', /^[A-Z]{1,4}-?\d+[a-z]?\b/, 'a code before the sentence', 'the sentence first, codes last in brackets', ['tests']],
  ['subject-long', null, 'a subject of over 65 characters', 'shorten it; the rest goes into the body', ['commits']],
  ['subject-mood', null, 'a subject that does not begin with an imperative verb', '"Add …", "Fix …", "Reject …"', ['commits']],
  ['subject-stop', /\.$/, 'a full stop after a subject', 'drop it', ['commits']],
  ['generated-follow', /generated files follow/i, 'noise', 'drop it', ['commits']],
].map(([id, find, why, use, areas = null, per = 'text']) => ({ id, find: find === null ? null : new RegExp(find.source, `${find.flags.replace('g', '')}g`), why, use, areas, per }))

/** First words of an imperative subject or summary. */
// oxfmt-ignore
const VERBS = new Set(`accept access acknowledge activate adapt add adjust adopt advance align allow alter always annotate answer append apply approve ask assert assign attach audit authenticate avoid await back backfill balance batch bind block bound branch break bring broadcast build bump bundle bypass cache calculate call cancel cap capture change check choose clamp clarify classify clean clear clone close collapse collect combine compare compile complete compress compute configure confirm connect consolidate consume continue convert copy correct count cover create cut deactivate debounce declare decode decouple decrease dedupe deduplicate default defer define delay delete deliver deny deprecate derive describe detach detect determine diff disable discard disconnect display distinguish do document don't download drain drop dry dump edit embed emit enable encode encrypt end enforce ensure escape estimate evaluate exchange exclude execute exit expand expect expire explain export expose extend extract fail fetch fill filter find finish fix flag flatten flush follow forbid force fork format forward freeze generate get give group grow guard handle harden have hide highlight hold ignore implement import improve include increase index infer inform initialize inject inline insert inspect install introduce invalidate isolate join keep kill label leave let limit link list listen load lock log look lower make map mark mask match measure merge migrate minimize mock mount move name narrow never normalize note notify offer omit only open optimize order overwrite pace parse pass patch pause permit pick pin place plan poll prefer prepare preserve prevent preview print probe process prompt propagate protect provide prune publish pull purge push put query queue quote raise rate reach read rebuild receive reconcile reconnect record recover redact redirect reduce refactor reference refresh refund refuse regenerate register reject relax release reload relocate remember remove rename render renew reopen reorder repair repeat replace replay report request require rerun reserve reset resolve respect respond restart restore restrict resume retain retry return reuse revert review revoke reword rework rewrite roll rotate round route run sanitize save scaffold scan schedule seal search seed select send separate serialize serve set share shorten show shrink sign simplify skip sort speak specify split spread stabilize stage start state stop store stream strip style submit subscribe suggest support suppress suspend swallow switch sync take teach tell terminate test throttle tidy tie tighten time toggle trace track translate treat trigger trim truncate trust try tune turn type unblock uncover undo unify uninstall unlock unregister unskip update upgrade upload use validate verify view wait walk warn watch widen wire withdraw work wrap write zero`.split(/\s+/))

// ---------------------------------------------------------------- reading TypeScript

const REGEX_AFTER = new Set(
  'return typeof case in of delete void throw new else do instanceof yield await default'.split(' '),
)
const isWordChar = (c) => /[\w$\u0080-\uffff]/.test(c)

/**
 * Splits TypeScript into tokens, flat and in order: word, punct, string, template, regex, comment.
 * A string's `text` is what it says; `map[i]` is the position in the file of its i-th character. A hole of a template is `§`.
 */
function tokenize(source) {
  const out = []
  let at = source.startsWith('#!') ? source.indexOf('\n') : 0
  const push = (type, start, more) => out.push({ type, start, end: at, ...more })
  const before = () => out.findLast(({ type }) => type !== 'comment')
  const canBeRegex = () => {
    const last = before()
    if (last === undefined) return true
    if (last.type === 'word') return REGEX_AFTER.has(last.text)
    return last.type === 'punct' && !/[)\]}]/.test(last.text)
  }
  const escape = (text, map) => {
    const start = at
    const c = source[at + 1]
    at += 2
    if (c === '\n') return
    const simple = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }[c]
    let said = simple ?? c
    if (c === 'x') {
      said = String.fromCharCode(parseInt(source.slice(at, at + 2), 16))
      at += 2
    } else if (c === 'u') {
      const code = /^(?:\{([\da-f]+)\}|([\da-f]{4}))/i.exec(source.slice(at, at + 10))
      if (code !== null) {
        said = String.fromCodePoint(parseInt(code[1] ?? code[2], 16))
        at += code[0].length
      }
    }
    for (const one of said) {
      text.push(one)
      map.push(start)
    }
  }
  const quoted = (quote) => {
    const start = at
    const text = []
    const map = []
    at += 1
    while (at < source.length && source[at] !== quote && source[at] !== '\n') {
      if (source[at] === '\\') escape(text, map)
      else {
        text.push(source[at])
        map.push(at)
        at += 1
      }
    }
    at += 1
    push('string', start, { text: text.join(''), map })
  }
  const template = () => {
    const start = at
    const text = []
    const map = []
    const token = { type: 'template', start, end: 0, text: '', map }
    const last = before()
    token.tag = last?.type === 'word' && last.end === at ? last.text : ''
    out.push(token)
    at += 1
    while (at < source.length && source[at] !== '`') {
      if (source[at] === '\\') escape(text, map)
      else if (source.startsWith('${', at)) {
        text.push('§')
        map.push(at)
        at += 2
        out.push({ type: 'punct', text: '${', start: at - 2, end: at })
        scan(true)
      } else {
        text.push(source[at])
        map.push(at)
        at += 1
      }
    }
    at += 1
    token.end = at
    token.text = text.join('')
    out.push({ type: 'punct', text: '`', start: at - 1, end: at })
  }
  const regex = () => {
    const start = at
    let isClass = false
    at += 1
    while (at < source.length && (isClass || source[at] !== '/') && source[at] !== '\n') {
      if (source[at] === '\\') at += 1
      else if (source[at] === '[') isClass = true
      else if (source[at] === ']') isClass = false
      at += 1
    }
    at += 1
    while (/[a-z]/.test(source[at] ?? '')) at += 1
    push('regex', start, { text: '' })
  }
  const scan = (isHole) => {
    let depth = 0
    while (at < source.length) {
      const c = source[at]
      const start = at
      if (/\s/.test(c)) at += 1
      else if (source.startsWith('//', at)) {
        const end = source.indexOf('\n', at)
        at = end === -1 ? source.length : end
        push('comment', start, { text: source.slice(start, at) })
      } else if (source.startsWith('/*', at)) {
        const end = source.indexOf('*/', at + 2)
        at = end === -1 ? source.length : end + 2
        push('comment', start, { text: source.slice(start, at) })
      } else if (c === "'" || c === '"') quoted(c)
      else if (c === '`') template()
      else if (c === '/' && canBeRegex()) regex()
      else if (isWordChar(c)) {
        while (at < source.length && isWordChar(source[at])) at += 1
        push('word', start, { text: source.slice(start, at) })
      } else {
        at += 1
        if (isHole && c === '{') depth += 1
        if (isHole && c === '}' && depth-- === 0) {
          push('punct', start, { text: '}' })
          return
        }
        push('punct', start, { text: c })
      }
    }
  }
  scan(false)
  return out
}

// ---------------------------------------------------------------- texts

const blank = (text) => text.replace(/[^\n]/g, ' ')
const covered = (text) => text.replace(/[^\s]/g, 'X').replace(/ /g, 'X')
const BREAK = '\u2029'

/** Code in backticks becomes one word of the same length, so that no pattern finds anything in it. */
const withoutCode = (text) => text.replace(/`[^`\n]*`/g, covered).replace(/https?:\/\/[^\s)"'<>]+/g, covered)

const INLINE = /^<\/?(?:a|abbr|b|del|em|i|ins|kbd|mark|small|span|strong|time|u|var)\b/i

/** The words of a piece of HTML, at their places: tags are blanks, block tags end a sentence. */
function withoutTags(text) {
  return text
    .replace(/<!--[^]*?-->/g, blank)
    .replace(/<(style|script)\b[^]*?<\/\1>/gi, blank)
    .replace(/<code>[^]*?<\/code>/g, covered)
    .replace(/<\/?[a-zA-Z][^<>]*>/g, (tag) => {
      const label = /\b(?:aria-label|alt|placeholder|title)="([^"]*)"/.exec(tag)
      const at = label === null ? -1 : label.index + label[0].length - label[1].length - 1
      const words =
        label === null ? blank(tag) : blank(tag.slice(0, at)) + label[1] + blank(tag.slice(at + label[1].length))
      return INLINE.test(tag) && label === null ? words : BREAK + words.slice(1, -1) + BREAK
    })
    .replace(/&[a-z]+;/g, blank)
}

const SQL =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|REPLACE|ATTACH|EXPLAIN|FROM|WHERE|AND|OR|ON|LEFT|JOIN|ORDER BY|GROUP BY|LIMIT|VALUES|SET|HAVING|UNION)\b|\bIS (?:NOT )?NULL\b|\bCOALESCE\(|\b(?:INTEGER|TEXT) (?:NOT NULL|PRIMARY)/
const CODE =
  /=>|;\s*$|\bfunction\b.*\(|\bconst \w+ =|^[\w-]+\/[\w.+-]+(?:;|$)|^\s*[.#]?[\w-]+\s*\{|^(?:\w+-)+src |\b(?:JOIN|FROM) \w+ \w+ ON\b|default-src|^[\w-]+: [\w-]+;|^\S+=\S+(?:; \w+)+|^--?\w|^§? ?<%=|^\w+\(|^export |^import |^declare |^type \w+ =|^\s*"?\w+"?\s*:\s*[[{"]/

/** Whether a string is prose: words for a person, and not SQL, code, a header or a command line. */
function isProse(text) {
  const words = text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []
  if (words.length < 2 || !/[a-z]{2}/.test(text) || !/\S\s+\S/.test(text.trim())) return false
  if (SQL.test(text) || CODE.test(text)) return false
  return (
    !/^(?:app|npx|npm|node|git|curl|docker|env)(?: \S+)*(?: [\w@./§<>-]*[^\s.,;:!?])$/.test(text.trim()) ||
    /\b(?:the|is|a|an|has|was)\b/.test(text)
  )
}

function filesBelow(root, folder, fits) {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && fits(one.name))
    .map((one) => relative(root, join(one.parentPath, one.name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/') && !GENERATED.some((part) => path.startsWith(part)))
    .toSorted()
}

/** What `npm run generate` writes, and what stays as an earlier version wrote it. */
const GENERATED = [
  'docs/commands/',
  'docs/reference/',
  'docs/errors.md',
  'docs/checks.md',
  'docs/rules.md',
  'templates/_bases/',
  'templates/_shared/style/tokens.css',
]

function lineFinder(source) {
  const starts = [0]
  for (let i = source.indexOf('\n'); i !== -1; i = source.indexOf('\n', i + 1)) starts.push(i + 1)
  return (position) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const mid = (low + high + 1) >> 1
      if (starts[mid] <= position) low = mid
      else high = mid - 1
    }
    return low + 1
  }
}

/** One text for a reader: `words` has code and tags covered, at the same length as `text`. */
const piece = (area, kind, file, text, words, lineAt) => ({ area, kind, file, text, words, lineAt })

const ERROR_MAKERS = new Set(['AppError', 'ReportedError', 'UsageError'])

/** Prose strings of one source file, with what they are an argument of. */
function stringsOf(file, source, tokens) {
  const line = lineFinder(source)
  const found = []
  const calls = []
  const code = tokens.filter(({ type }) => type !== 'comment')
  for (let i = 0; i < code.length; i += 1) {
    const token = code[i]
    const last = code[i - 1]
    if (token.type === 'punct') {
      if (token.text === '(') calls.push(last?.type === 'word' ? last.text : '')
      if (token.text === ')') calls.pop()
      continue
    }
    if (token.type !== 'string' && token.type !== 'template') continue
    if (last?.type === 'word' && (last.text === 'from' || last.text === 'import')) continue
    if (token.type === 'template' && (token.tag === 'css' || token.tag === 'sql' || token.tag === 'raw')) continue
    if (calls.at(-1) === 'RegExp' || calls.at(-1) === 'import') continue
    if (code[i + 1]?.text === ':' && /^[{,]$/.test(last?.text ?? '')) continue
    let { text } = token
    const map = [...token.map]
    let end = i
    while (token.type === 'string' && code[end + 1]?.text === '+' && code[end + 2]?.type === 'string') {
      end += 2
      text += code[end].text
      map.push(...code[end].map)
    }
    i = end
    const isHtml =
      token.tag === 'html' || token.tag === 'svg' || /<\/?(?:p|div|h\d|li|td|section|main|a|button|form)\b/.test(text)
    const words = withoutCode(isHtml ? withoutTags(text) : text.replaceAll('\n', BREAK))
    if (!isProse(words.replaceAll(BREAK, ' '))) continue
    const key = last?.text === ':' || last?.text === '=' ? code[i - 2]?.text : undefined
    found.push({
      ...piece('', 'string', file, text, words, (index) => line(map[Math.min(index, map.length - 1)] ?? token.start)),
      isError: calls.some((name) => ERROR_MAKERS.has(name)),
      key,
      full: token.text,
    })
  }
  return found
}

const DIRECTIVE =
  /^(?:oxlint|eslint|@ts-|ts-|c8|v8|istanbul|#region|#endregion|prettier|oxfmt|knip|global |@vitest|biome)/

/** Comments of one file; lines of `//` one below the other are one comment. */
function commentsOf(file, source, tokens) {
  const line = lineFinder(source)
  const groups = []
  for (const token of tokens) {
    if (token.type !== 'comment') continue
    const last = groups.at(-1)
    const isNext =
      last !== undefined &&
      token.text.startsWith('//') &&
      last.text.startsWith('//') &&
      /^\n[ \t]*$/.test(source.slice(last.end, token.start))
    if (isNext) {
      last.text += source.slice(last.end, token.end)
      last.end = token.end
    } else groups.push({ ...token })
  }
  return groups.flatMap(({ text, start }) => {
    const said = text
      .replace(/^\/\*\*?|\*\/$/g, blank)
      .replace(/^[ \t]*(?:\*|\/\/\/?)/gm, blank)
      .replace(/\{?@(?:link|param|returns|see|throws|default|example|deprecated|internal)\b\}?/g, blank)
      .replace(/\n[ \t]*\n/g, (gap) => BREAK + gap.slice(1))
      .replace(/\n( *)- /g, (gap) => BREAK + gap.slice(1))
    if (DIRECTIVE.test(said.trim()) || (said.match(/[A-Za-z]{2,}/g) ?? []).length < 2) return []
    return [
      {
        ...piece(
          'comments',
          text.startsWith('/**') ? 'doc' : 'comment',
          file,
          said.trim(),
          withoutCode(said),
          (index) => line(start + index),
        ),
        columns: text
          .split('\n')
          .map((one, nth) => (nth === 0 ? start - source.lastIndexOf('\n', start) - 1 : 0) + one.length),
        first: line(start),
      },
    ]
  })
}

/** Titles of tests: `it('…')`, `it.each(…)('…')`, `describe('…')`. */
function titlesOf(file, source, tokens) {
  const line = lineFinder(source)
  const code = tokens.filter(({ type }) => type !== 'comment')
  const past = (from) => {
    let depth = 0
    for (let i = from; i < code.length; i += 1) {
      if (code[i].text === '(' && code[i].type === 'punct') depth += 1
      if (code[i].text === ')' && code[i].type === 'punct' && --depth === 0) return i + 1
    }
    return code.length
  }
  return code.flatMap((token, i) => {
    if (token.type !== 'word' || !/^(?:it|test|describe)$/.test(token.text) || code[i - 1]?.text === '.') return []
    let next = i + 1
    let isTable = false
    while (code[next]?.text === '.') {
      isTable = /^(?:each|for|runIf|skipIf)$/.test(code[next + 1]?.text ?? '')
      next += 2
    }
    if (isTable && code[next]?.text === '(') next = past(next)
    const title = code[next]?.text === '(' ? code[next + 1] : undefined
    if (title?.type !== 'string' && title?.type !== 'template') return []
    const kind = token.text === 'describe' ? 'group' : 'title'
    return [
      piece('tests', kind, file, title.text, withoutCode(title.text), (index) => line(title.map[index] ?? title.start)),
    ]
  })
}

/** Prose of a markdown file at its places; code, tables' bars and addresses are covered. */
function proseOf(area, file, source) {
  const line = lineFinder(source)
  const words = source
    .replace(/^---\n[^]*?\n---\n/, blank)
    .replace(/^(```|~~~)[^]*?^\1[^\n]*$/gm, (code) => BREAK + blank(code).slice(1))
    .replace(/<!--[^]*?-->/g, blank)
    .replace(/`[^`]*`/g, (code) => code.replace(/\S/g, 'X').replace(/ /g, 'X'))
    .replace(/(!?\[)([^\]]*)(\]\([^)\s]*\)|\]\[[^\]]*\])/g, (_, open, label, link) => blank(open) + label + blank(link))
    .replace(/^\[[^\]]+\]: .*$/gm, blank)
    .replace(/https?:\/\/[^\s)>]+/g, covered)
    .replace(/^\|?[ \t:|-]+\|[ \t:|-]*$/gm, (rule) => BREAK + blank(rule).slice(1))
    .replace(/^\|.*\|$/gm, (row) => row.replace(/(?<!\\)\|/g, BREAK))
    .replace(/\n(?=[ \t]*(?:[-*+]|\d+\.|#+|>)[ \t])/g, BREAK)
    .replace(/^[ \t]*#+ .*$/gm, (head) => head.replace(/^([ \t]*)#+/, blank))
    .replace(/\n(?=[ \t]*\n)/g, BREAK)
    .replace(/[*_]{2}/g, '  ')
  return piece(area, file.startsWith('.changeset/') ? 'changeset' : 'document', file, source, words, line)
}

function readManifest(root) {
  const path = join(root, 'oclif.manifest.json')
  const texts = []
  const add = (kind, place, text) => {
    if (typeof text === 'string' && text.trim() !== '' && text !== 'Format output as json.')
      texts.push({ kind, place, text })
  }
  if (existsSync(path)) {
    for (const [id, command] of Object.entries(JSON.parse(readFileSync(path, 'utf8')).commands)) {
      const name = id.replaceAll(':', ' ')
      add('summary', name, command.summary)
      add('description', name, command.description)
      for (const one of command.examples ?? []) add('example', name, one?.description)
      for (const [flag, { summary, description }] of Object.entries(command.flags ?? {})) {
        add('flag', `${name} --${flag}`, summary)
        add('flag', `${name} --${flag}`, description)
      }
      for (const [arg, { description }] of Object.entries(command.args ?? {}))
        add('argument', `${name} <${arg}>`, description)
    }
  }
  const topics = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).oclif?.topics ?? {}
  for (const [id, { description }] of Object.entries(topics)) add('topic', id.replaceAll(':', ' '), description)
  return texts
}

/** Texts of help, each at the string that makes it; else at the manifest's line or the topic's in package.json. */
function helpPieces(root, strings, allStrings) {
  const whole = new Map()
  for (const one of allStrings) if (!whole.has(one.full)) whole.set(one.full, one)
  const starts = allStrings.filter(({ full }) => full.indexOf('§') >= 12)
  const seen = new Set()
  const used = new Set()
  const manifest = existsSync(join(root, 'oclif.manifest.json'))
    ? readFileSync(join(root, 'oclif.manifest.json'), 'utf8')
    : ''
  const meta = readFileSync(join(root, 'package.json'), 'utf8')
  const found = []
  for (const { kind, place, text } of readManifest(root)) {
    const source = whole.get(text) ?? starts.find(({ full }) => text.startsWith(full.slice(0, full.indexOf('§'))))
    if (source !== undefined) used.add(source)
    if (seen.has(text)) continue
    seen.add(text)
    if (source !== undefined) found.push({ ...source, area: 'help', kind, place })
    else {
      const [file, body] = kind === 'topic' ? ['package.json', meta] : ['oclif.manifest.json', manifest]
      const at = lineFinder(body)(Math.max(body.indexOf(JSON.stringify(text)), 0))
      found.push({ ...piece('help', kind, file, text, withoutCode(text), () => at), place })
    }
  }
  return { found, used }
}

function subjects(root, since) {
  const range = since === 'all' ? ['HEAD'] : since !== undefined ? [`${since}..HEAD`] : ['origin/main..HEAD']
  try {
    const log = execFileSync('git', ['log', '--no-merges', '--format=%h %s', ...range], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    })
    return log
      .split('\n')
      .filter(Boolean)
      .map((row) => {
        const at = row.indexOf(' ')
        const subject = row.slice(at + 1)
        return piece('commits', 'subject', row.slice(0, at), subject, withoutCode(subject), () => 0)
      })
  } catch {
    console.error(`No commit subjects were read, because this clone does not have ${range[0]}.`)
    return []
  }
}

const isSource = (name) => /\.(?:ts|mts|js|mjs)$/.test(name) && !name.endsWith('.d.ts')
const isPage = (name) => name.endsWith('.md')

/** Every text of the project, by area. */
function collect(root, { areas, since }) {
  const wants = (...names) => names.some((name) => areas.has(name))
  const pieces = []
  if (wants('help', 'errors', 'views', 'pages', 'comments')) {
    const strings = []
    for (const folder of ['src', 'bin', 'templates']) {
      for (const file of filesBelow(root, folder, isSource)) {
        const source = readFileSync(join(root, file), 'utf8')
        const tokens = tokenize(source)
        if (areas.has('comments')) pieces.push(...commentsOf(file, source, tokens))
        const isTest = file.includes('.test.') || file.includes('/test/')
        if (isTest) {
          if (areas.has('tests')) pieces.push(...titlesOf(file, source, tokens))
        } else strings.push(...stringsOf(file, source, tokens))
      }
    }
    for (const file of filesBelow(root, 'src', (name) => name.endsWith('.html'))) {
      const source = readFileSync(join(root, file), 'utf8')
      strings.push({
        ...piece('', 'string', file, source, withoutCode(withoutTags(source)), lineFinder(source)),
        full: source,
      })
    }
    const help = helpPieces(root, strings, strings)
    if (areas.has('help')) pieces.push(...help.found)
    for (const one of strings) {
      if (help.used.has(one)) continue
      const area =
        one.isError || one.file.startsWith('src/errors/')
          ? 'errors'
          : /^(?:src\/(?:emulator|inspector)|templates)\//.test(one.file)
            ? 'pages'
            : /^src\/commands?\//.test(one.file) && /^(?:summary|description)$/.test(one.key ?? '')
              ? 'help'
              : 'views'
      if (areas.has(area)) pieces.push({ ...one, area })
    }
  }
  if (areas.has('docs')) {
    const own = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md', 'CHANGELOG.md'].filter((file) =>
      existsSync(join(root, file)),
    )
    for (const file of [
      ...own,
      ...filesBelow(root, 'docs', isPage),
      ...filesBelow(root, '.changeset', isPage),
      ...filesBelow(root, 'templates', isPage),
    ]) {
      pieces.push(proseOf('docs', file, readFileSync(join(root, file), 'utf8')))
    }
  }
  if (areas.has('tests')) {
    for (const file of filesBelow(root, 'test', (name) => name.endsWith('.test.ts'))) {
      const source = readFileSync(join(root, file), 'utf8')
      pieces.push(...titlesOf(file, source, tokenize(source)))
    }
  }
  if (areas.has('commits')) pieces.push(...subjects(root, since))
  return pieces
}

/** Sentences of a text: where each begins, and its words. */
function sentences(words) {
  const found = []
  const ends = /[.!?](?=["')\]]?(?:\s+["'(§]?[A-Z§]|\s*\u2029|\s*$))|\u2029|$/g
  let start = 0
  for (const { index } of words.matchAll(ends)) {
    if (index < start) continue
    const text = words.slice(start, index)
    const lead = text.length - text.trimStart().length
    const count = (text.match(/\S*[A-Za-z0-9§]\S*/g) ?? []).length
    if (count > 0) found.push({ start: start + lead, text: text.trim(), count })
    start = index + 1
  }
  return found
}

const hasArea = (pattern, area) => pattern.areas === null || pattern.areas.includes(area)

/** Texts that are right although a pattern finds something in them. Each with its reason. */
const EXCEPTIONS = [
  { pattern: 'summary-verb', text: /^Format output as/, why: 'oclif writes it' },
  { pattern: 'says', text: /\bsay try again\b/, why: 'a quotation' },
  { pattern: 'stands', file: 'src/text/', text: /\bstand-alone\b/, why: 'an adjective' },
  { file: 'src/catalog/errors.ts', why: "the platform's own messages" },
  { file: 'src/views/completion.ts', why: 'shell code' },
  { file: 'src/install/return-page.ts', why: 'CSS' },
  { file: 'src/kit/http/style.ts', why: 'CSS' },
  { text: /^(?:attachment|§); (?:filename|charset)=/, why: 'a header' },
  { pattern: 'refusal', text: /^main\.refusals /, why: 'SQL' },
  { pattern: 'colon-joins', file: 'src/kit/work/do-job.ts', why: 'a code and its message' },
  { pattern: 'long-sentence', text: /^bash: Add to/, why: 'a line for each shell' },
]

const isException = (finding) =>
  EXCEPTIONS.some(
    ({ pattern = finding.pattern, file = '', text = /(?:)/ }) =>
      pattern === finding.pattern && finding.file.startsWith(file) && text.test(finding.text),
  )

/** What is wrong with one text. */
function review(one, { maxCommentColumns }) {
  const found = []
  const flag = (id, index, text, more = '') =>
    found.push({
      area: one.area,
      kind: one.kind,
      pattern: id,
      file: one.file,
      line: one.lineAt(index),
      text: text.replace(/\s+/g, ' ').trim(),
      more,
      place: one.place,
    })
  const spans = sentences(one.words)
  const textAt = (index) => {
    const span = spans.findLast(({ start }) => start <= index) ?? { start: 0, text: one.words }
    return one.kind === 'doc' || one.kind === 'comment'
      ? span.text
      : one.text.slice(span.start, span.start + span.text.length)
  }
  for (const pattern of PATTERNS) {
    if (pattern.find === null || !hasArea(pattern, one.area)) continue
    if (pattern.per === 'sentence') {
      for (const span of spans) {
        const hit = pattern.find.exec(span.text.replace(/\s+/g, ' '))
        pattern.find.lastIndex = 0
        if (hit !== null) flag(pattern.id, span.start, textAt(span.start), hit[0])
      }
      continue
    }
    const seen = new Set()
    for (const hit of one.words.replaceAll('\n', ' ').matchAll(pattern.find)) {
      const span = spans.findLast(({ start }) => start <= hit.index)
      if (seen.has(span?.start)) continue
      seen.add(span?.start)
      flag(pattern.id, hit.index, textAt(hit.index), hit[0])
    }
  }
  for (const { start, count } of spans) if (count > 30) flag('long-sentence', start, textAt(start), `${count} words`)
  if (one.kind === 'summary') {
    if (one.text.length > 60) flag('summary-long', 0, one.text, `${one.text.length} characters`)
    if (!VERBS.has(one.text.split(/\W/)[0].toLowerCase())) flag('summary-verb', 0, one.text)
  }
  if (one.area === 'comments') {
    one.columns.forEach((columns, nth) => {
      if (columns > maxCommentColumns)
        found.push({
          area: one.area,
          kind: one.kind,
          pattern: 'comment-columns',
          file: one.file,
          line: one.first + nth,
          text: one.text.split('\n')[Math.min(nth, one.text.split('\n').length - 1)].trim(),
          more: `${columns} columns`,
        })
    })
  }
  if (one.area === 'commits') {
    if (one.text.length > 65) flag('subject-long', 0, one.text, `${one.text.length} characters`)
    const first = one.text.split(/[\s:]/)[0]
    if (!VERBS.has(first.toLowerCase())) flag('subject-mood', 0, one.text, first)
  }
  return found.filter((finding) => !isException(finding))
}

/** `--texts` leaves out labels: texts of fewer words. */
const SHORTEST = 4

function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function sampleOf(list, count, seed) {
  const next = random(seed)
  const rest = [...list]
  const chosen = []
  while (chosen.length < count && rest.length > 0) chosen.push(rest.splice(Math.floor(next() * rest.length), 1)[0])
  return chosen
}

function countBy(list, key) {
  const counts = new Map()
  for (const one of list) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1)
  return counts
}

const placeOf = ({ area, file, line }) => (area === 'commits' ? file : `${file}:${line}`)
const short = (text, max = 220) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)

const row = (name, values) =>
  console.log([name.padEnd(20), ...values.map((value) => String(value).padStart(9))].join(''))

function printTable(findings, texts) {
  const perArea = countBy(findings, ({ area }) => area)
  const ids = [...countBy(findings, ({ pattern }) => pattern)].toSorted(([, a], [, b]) => b - a)
  const cells = countBy(findings, ({ area, pattern }) => `${area} ${pattern}`)
  const areas = AREAS.filter((area) => texts.some((one) => one.area === area))
  row('', [...areas, 'total'])
  row('texts', [...areas.map((area) => texts.filter((one) => one.area === area).length), texts.length])
  row('flags', [...areas.map((area) => perArea.get(area) ?? 0), findings.length])
  for (const [id, count] of ids) row(id, [...areas.map((area) => cells.get(`${area} ${id}`) ?? '.'), count])
}

function main() {
  let values
  try {
    ;({ values } = parseArgs({
      options: {
        area: { type: 'string', multiple: true },
        list: { type: 'boolean' },
        sample: { type: 'string' },
        seed: { type: 'string', default: '1' },
        'max-comment-columns': { type: 'string', default: '100' },
        pattern: { type: 'string', multiple: true },
        file: { type: 'string' },
        since: { type: 'string' },
        json: { type: 'boolean' },
        texts: { type: 'boolean' },
        patterns: { type: 'boolean' },
        root: { type: 'string', default: '.' },
        help: { type: 'boolean', short: 'h' },
      },
    }))
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    return 2
  }
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  if (values.patterns) {
    for (const { id, why, use, areas } of PATTERNS)
      console.log(`${id.padEnd(20)} ${why}: ${use}${areas === null ? '' : ` [${areas.join(', ')}]`}`)
    return 0
  }
  const areas = new Set((values.area ?? [AREAS.join(',')]).flatMap((list) => list.split(',')))
  const wrong = [...areas].find((area) => !AREAS.includes(area))
  const numbers = [values.sample ?? '1', values.seed, values['max-comment-columns']].map(Number)
  if (
    wrong !== undefined ||
    numbers.some((one) => !Number.isInteger(one) || one < 0) ||
    !existsSync(join(values.root, 'package.json'))
  ) {
    console.error(
      wrong !== undefined
        ? `Unknown area: ${wrong}.`
        : numbers.some(Number.isNaN)
          ? 'Not a number.'
          : 'Run this in the root of the project.',
      `\n\n${USAGE}`,
    )
    return 2
  }
  const [count, seed, maxCommentColumns] = numbers
  const texts = collect(values.root, { areas, since: values.since })
  if (values.texts) {
    const parts = ({ area, words, text, lineAt, ...rest }) =>
      area !== 'docs'
        ? [{ ...rest, area, text, line: lineAt(0) }]
        : sentences(words).map((one) => ({
            ...rest,
            area,
            text: text.slice(one.start, one.start + one.text.length),
            line: lineAt(one.start),
          }))
    const prose = texts.flatMap(parts).filter(({ text }) => (text.match(/\S*[A-Za-z]{2}\S*/g) ?? []).length >= SHORTEST)
    for (const one of values.sample === undefined ? prose : sampleOf(prose, count, seed))
      console.log(`${one.area}  ${placeOf(one)}  ${one.text.replace(/\s+/g, ' ').trim()}`)
    return 0
  }
  let findings = texts.flatMap((one) => review(one, { maxCommentColumns }))
  if (values.pattern !== undefined)
    findings = findings.filter(({ pattern }) => values.pattern.some((id) => id.split(',').includes(pattern)))
  if (values.file !== undefined) findings = findings.filter(({ file }) => file.includes(values.file))
  const shown = values.sample === undefined ? (values.list ? findings : []) : sampleOf(findings, count, seed)
  if (values.json) console.log(JSON.stringify(values.sample === undefined ? findings : shown, null, 1))
  else {
    const uses = new Map(PATTERNS.map(({ id, why, use }) => [id, `${why} → ${use}`]))
    for (const one of shown)
      console.log(
        `${placeOf(one)}  ${one.area}  ${one.pattern}${one.more === '' ? '' : ` (${one.more.trim()})`}\n    ${short(one.text)}\n    ${uses.get(one.pattern)}`,
      )
    if (shown.length > 0) console.log('')
    printTable(findings, texts)
  }
  return findings.length === 0 ? 0 : 1
}

process.stdout.on('error', () => process.exit(1))
process.exitCode = main()
