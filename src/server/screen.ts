import { type LogFormat, logFormatOf } from './log-format.ts'

/** The standard output of a process. */
export interface Screen {
  readonly format: LogFormat
  readonly isColoured: boolean
  /** Writes a line above the current step; where lines cannot be erased, the step is named again at its end. */
  line(text: string): void
  /** Announces a step and, afterwards, how long it took; only in text format. */
  step<T>(what: string, work: () => Promise<T>): Promise<T>
  /** Writes lines that are only for people. */
  say(lines: readonly string[]): void
}

export type ScreenSettings = {
  LOG_FORMAT?: LogFormat | undefined
  LOG_LEVEL?: string | undefined
  NO_COLOR?: string | undefined
}

type Output = { isTTY?: boolean; write(text: string): unknown }

// ECMA-48: moves to the first column and erases the line.
const eraseLine = '\r\u001b[K'

const secondsOf = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Creates a screen from the settings: text by default where `output` is a terminal, and colours only on a terminal. */
export function openScreen(
  { LOG_FORMAT, LOG_LEVEL = 'info', NO_COLOR }: ScreenSettings,
  output: Output = process.stdout,
): Screen {
  const format = logFormatOf(LOG_FORMAT, output)
  // A closed terminal rejects output, but the process must still end in good order.
  if (output === process.stdout) process.stdout.on('error', () => {})
  const isForPeople = format === 'text' && ['debug', 'info'].includes(LOG_LEVEL)
  let open: string | null = null
  const isTerminal = output.isTTY === true
  const line = (text: string) => {
    if (open === null) output.write(`${text}\n`)
    else if (isTerminal) output.write(`${eraseLine}${text}\n${open}`)
    else {
      open = null
      output.write(`\n${text}\n`)
    }
  }
  return {
    format,
    isColoured: isTerminal && !NO_COLOR,
    line,
    async step(what, work) {
      if (!isForPeople) return work()
      const since = performance.now()
      const outer = open
      if (outer !== null) output.write(isTerminal ? eraseLine : '\n')
      const own = `${what} …`
      open = own
      output.write(own)
      const end = (text: string) => {
        const isOpen = open === own
        open = isTerminal ? outer : null
        output.write(`${isOpen ? '' : own}${text}\n${open ?? ''}`)
      }
      try {
        const result = await work()
        end(` ${secondsOf(since)}`)
        return result
      } catch (error) {
        end('')
        throw error
      }
    },
    say(lines) {
      if (isForPeople) for (const text of lines) line(text)
    },
  }
}

/** Prints only log lines: for commands that run beside a portal. */
export const quietScreen = (settings: ScreenSettings): Screen => {
  const screen = openScreen(settings)
  return { ...screen, step: (_, work) => work(), say: () => {} }
}
