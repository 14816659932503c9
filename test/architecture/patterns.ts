import { isTest, lineAt, type Offence, type Source } from './source.ts'

type CodePattern = {
  pattern: RegExp
  message: string
  /** Files in which the pattern is allowed. */
  isAllowed: (file: string) => boolean
}

const startsWith =
  (...prefixes: string[]) =>
  (file: string): boolean =>
    prefixes.some((prefix) => file.startsWith(prefix))

const isTool = startsWith('scripts/')
const isServer = startsWith('src/server/', 'src/app/')
const screenClocks = [
  'src/web/lib/calls/refused.ts',
  'src/web/ui/values/values.tsx',
  'src/web/live/own-line.ts',
  'src/web/lib/draft-shelf.ts',
]
// They report changes in files or engines, or in several transactions at once.
const publishesDirectly = [
  'src/features/console/http/console-slots.ts',
  'src/features/databases/copies/swap-in.ts',
  'src/features/databases/http/import.ts',
  'src/features/files/trash/empty-trash.ts',
  'src/features/mailboxes/filing/empty-folders.ts',
  'src/features/mail-transport/indexing/reindex.ts',
  'src/features/hosting/supervisor/converge.ts',
  'src/features/notifications/service/announce.ts',
]
// A separate process has no context yet.
const isProgram = (file: string): boolean => /^src\/features\/[^/]+\/programs\//.test(file)
// Patterns that start programs in drivers.
const isDriver = (file: string): boolean =>
  /^src\/features\/[^/]+\/drivers\//.test(file) || file.startsWith('src/server/system/programs/')

/** Patterns allowed in few places only. Tests may use all of them. */
const codePatterns: CodePattern[] = [
  {
    pattern: /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/g,
    message: 'the environment is read by src/app/env.ts alone',
    isAllowed: (file) => file === 'src/app/env.ts' || isTool(file),
  },
  {
    pattern: /\bDate\.now\(|\bnew Date\(\s*\)|\bnew Date\b(?!\s*[(\w])|(?<!new )\bDate\(\s*\)/g,
    message: 'now comes from ctx.now()',
    // A screen has its own clock: it shows how long ago a change happened, and notices that the machine slept.
    isAllowed: (file) => isTool(file) || isServer(file) || isProgram(file) || screenClocks.includes(file),
  },
  {
    pattern: /\bconsole\.\w+/g,
    message: 'only src/app, src/server and scripts write to the console',
    isAllowed: (file) => isTool(file) || isServer(file),
  },
  {
    pattern: /\bBun\.spawn(Sync)?\b|\bBun\.\$|\bspawn(Sync)?\(|\bexecFile(Sync)?\(/g,
    message: 'child processes belong to the drivers of a feature',
    isAllowed: (file) => isTool(file) || isDriver(file),
  },
  {
    pattern: /\brefetch(Interval|OnWindowFocus|OnReconnect)\b/g,
    message: 'data is polled by usePolled alone, and is never read again on focus',
    isAllowed: (file) =>
      file === 'src/web/lib/calls/polled.ts' || file === 'src/web/lib/calls/query-client.ts',
  },
  {
    pattern: /\bMath\.random\b/g,
    message: 'only the decorative overview of the cloud may invent metrics',
    isAllowed: startsWith('src/features/cloud/web/'),
  },
  {
    // On bun:sqlite it does not roll back an asynchronous body; on PostgreSQL the store builds tx() from it.
    pattern: /\.transaction\(/g,
    message: 'write through store.tx()',
    // Drafts are stored in a browser database.
    isAllowed: (file) => file === 'db/postgres/postgres.ts' || file === 'src/web/lib/draft-shelf.ts',
  },
  {
    pattern: /,\s*tx\??: Tx\b/g,
    message: 'the transaction comes first: (tx, ctx, …)',
    isAllowed: () => false,
  },
  {
    pattern: /\banswerIn\b/g,
    message: 'a mutation is written with mutate(ctx, async (tx) => …)',
    isAllowed: isServer,
  },
  {
    pattern: /\bevents\.publish\(/g,
    message: 'a transaction publishes its changes with publish(tx, ctx, event)',
    isAllowed: (file) => isServer(file) || publishesDirectly.includes(file),
  },
  {
    pattern: /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g,
    message: 'no default exports',
    // A declaration file exports nothing.
    isAllowed: (file) => file.endsWith('.d.ts'),
  },
]

/** Uses of a pattern outside its permitted files. */
export function checkPatterns({ file, code }: Source): Offence[] {
  if (isTest(file)) return []
  return codePatterns
    .filter(({ isAllowed }) => !isAllowed(file))
    .flatMap(({ pattern, message }) =>
      [...code.matchAll(pattern)].map(({ index }) => ({ file, line: lineAt(code, index), message })),
    )
}

/** Only drivers, tools and tests load `node:child_process`. */
export function checkChildProcess({ file, imports }: Source): Offence[] {
  if (isTest(file) || isTool(file) || isDriver(file)) return []
  return imports
    .filter(({ target, isType }) => !isType && /^(node:)?child_process$/.test(target))
    .map(({ line }) => ({ file, line, message: 'child processes belong to the drivers of a feature' }))
}

/** Forbids files that only re-export. */
export function checkBarrels({ file, imports }: Source): Offence[] {
  const passedOn = imports
    .filter(({ isReexport, isType }) => isReexport && !isType)
    .map(({ line }) => ({ file, line, message: 'no barrels: import from the file that declares it' }))
  return /(^|\/)index\.tsx?$/.test(file)
    ? [{ file, line: 1, message: 'no index files: name the file after its contents' }, ...passedOn]
    : passedOn
}

/** Maximum lines per file (tests may be longer) and per feature, and maximum files per folder. */
export const ceiling = { code: 400, test: 600, feature: 6_000, folder: 20 }

/** No file exceeds the limit. */
export function checkSize({ file, text }: Source): Offence[] {
  const lines = text.trimEnd().split('\n').length
  const most = isTest(file) ? ceiling.test : ceiling.code
  return lines > most ? [{ file, line: most + 1, message: `${lines} lines, at most ${most}` }] : []
}

/** Library internals: each may be named in one file, which gives the reason and has a test beside it. */
const internals: [pattern: RegExp, home: RegExp][] = [
  [/^@trpc\/server\/unstable-/, /^src\/server\/trpc\/trpc-internals\.ts$/],
  [/^smtp-server\/(lib|dist)\//, /\/smtp\/server\.ts$/],
  [/^mailauth\/lib\/dkim\//, /\/oversigner\.ts$/],
  [/^mailauth\/lib\/dmarc$/, /\/checks\/authenticate\.ts$/],
  [/^nodemailer\/lib\/smtp-connection$/, /\/transports\/hand-over\.ts$/],
  [/^nodemailer\/lib\/addressparser$/, /\/message\/people\.ts$/],
  [/^nodemailer\/lib\/mime-funcs$/, /\/written-subject\.ts$/],
]
const isDeep = /^(@[^/]+\/)?[^/]+\/((lib|dist|src|esm|cjs)\/|.*(unstable|internal))/
const members: [pattern: RegExp, home: RegExp][] = [
  [/\b_def\b/g, /^src\/server\/trpc\/trpc-internals\.ts$/],
  [/\b_serverResult\b|\b__TSR_CACHE__\b/g, /^src\/app\/web\/router-internals\.ts$/],
  [
    /\b_(dataStream|parser|handlerPending|setListeners|createParser|parseAddressCommand|resolveSNI|onClose)\b/g,
    /\/smtp\/server\.ts$/,
  ],
]

/** Library internals are named in one file: when the library changes them, only that file follows. */
export function checkInternals({ file, code, imports }: Source): Offence[] {
  if (isTest(file)) return []
  const message = 'library internals are named in one file'
  const deep = imports.filter(
    ({ target, isOwn }) =>
      !isOwn &&
      isDeep.test(target) &&
      !internals.some(([pattern, home]) => pattern.test(target) && home.test(file)),
  )
  const used = members
    .filter(([, home]) => !home.test(file))
    .flatMap(([pattern]) => [...code.matchAll(pattern)].map(({ index }) => lineAt(code, index)))
  return [...deep.map(({ line }) => line), ...used].map((line) => ({ file, line, message }))
}
