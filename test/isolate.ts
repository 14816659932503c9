import { existsSync, readFileSync } from 'node:fs'

// Test files share one global object and one module registry unless isolated, which bunfig.toml cannot request
// (https://github.com/oven-sh/bun/issues/38215): a plain `bun test` is replaced by the isolated command with the time limit
// of the unit tests. Only the operating system knows Bun’s arguments.
const commandLine = '/proc/self/cmdline'
const decided = /^--(isolate|no-isolate|parallel|test-worker)\b/

if (existsSync(commandLine)) {
  const args = readFileSync(commandLine, 'utf8').split('\0').slice(0, -1)
  if (process.execve && !args.some((arg) => decided.test(arg))) {
    const flags = ['--isolate', '--timeout=20000']
    process.execve(process.execPath, args.toSpliced(args.indexOf('test') + 1, 0, ...flags), process.env)
  }
}
