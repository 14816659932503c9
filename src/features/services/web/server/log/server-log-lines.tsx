import { readLogLine } from '../../../contract/log-line.ts'

/** The lines, newest first; errors stand out. */
export function ServerLogLines({ lines }: { lines: readonly string[] }) {
  const read = lines.map((line, place) => ({ ...readLogLine(line), place }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1).
    <section className="server-log-lines" tabIndex={0} aria-label="Lines of the log">
      <ol>
        {read.toReversed().map(({ place, time, text, isError }) => (
          <li key={place} data-error={isError ? '' : undefined}>
            {time !== null && <span className="server-log-time">{time} </span>}
            {text}
          </li>
        ))}
      </ol>
    </section>
  )
}
