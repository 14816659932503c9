import { isOutage } from '#db/errors.ts'
import { type LogEntry, type LogFormat, writeText } from './log-format.ts'

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 50 } as const
export type LogLevel = keyof typeof levels

type Fields = Record<string, unknown>
type Write = (message: string, fields?: Fields) => void
export type Logger = { debug: Write; info: Write; warn: Write; error: Write }

/** The default format of log entries. */
const jsonOnly = { format: 'json', isColoured: false } as const

/**
 * A logger that prints entries from `level` up, one JSON object or text line each. Callers pass no personal data and no request
 * bodies.
 */
export function createLogger(
  level: LogLevel,
  print: (line: string) => void = (line) => console.log(line),
  { format, isColoured }: { format: LogFormat; isColoured: boolean } = jsonOnly,
): Logger {
  const at = (name: LogEntry['level']): Write =>
    levels[name] < levels[level]
      ? () => {}
      : (msg, fields = {}) =>
          print(
            format === 'text'
              ? writeText({ at: new Date(), level: name, msg, fields }, isColoured)
              : JSON.stringify({ at: new Date().toISOString(), level: name, msg, ...fields }),
          )
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** A warning with its failure; silent for an unreachable database, which has already been logged. */
export function warnOf(log: Logger, message: string, error: unknown, fields: Fields = {}): void {
  if (!isOutage(error)) log.warn(message, { ...fields, ...describeFailure(error) })
}

/**
 * The loggable facts about an unexpected error: its name, code and stack. The message of a failed query contains its parameters,
 * so only its cause's message is logged.
 */
export function describeFailure(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error }
  const cause = error.cause instanceof Error ? describeFailure(error.cause) : undefined
  const isQuery = error.constructor.name === 'DrizzleQueryError'
  const stack = error.stack
    ?.split('\n')
    .filter((row) => row.trimStart().startsWith('at '))
    .slice(0, 8)
  return {
    error: error.name,
    ...(isQuery ? {} : { message: error.message }),
    ...('code' in error ? { code: error.code } : {}),
    stack,
    ...(cause ? { cause } : {}),
  }
}
