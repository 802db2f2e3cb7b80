// What is used of the SDK, in one place: the build makes a file of its own of it (scripts/build/own-files.ts).
export { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
