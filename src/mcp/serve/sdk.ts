// All imports from the SDK, in one file: the build bundles it separately (scripts/build/own-files.ts).
export { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
