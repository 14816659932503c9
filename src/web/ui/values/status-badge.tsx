export type Tone = 'ok' | 'bad' | 'warn' | 'neutral'

const tones = new Map<string, Tone>(
  Object.entries({
    running: 'ok',
    active: 'ok',
    deployed: 'ok',
    'in-service': 'ok',
    stopped: 'bad',
    inactive: 'bad',
    pending: 'warn',
    restarting: 'warn',
    training: 'warn',
    'in-progress': 'warn',
  }),
)

/** Colour of a status; unlisted ones are neutral (docs/product/interface.md, "Status colours"). */
export const statusTone = (status: string): Tone => tones.get(status.toLowerCase()) ?? 'neutral'

/** Colour of a usage bar: above 90 % bad, above 70 % warn, else ok. */
export const usageTone = (percent: number): Tone => (percent > 90 ? 'bad' : percent > 70 ? 'warn' : 'ok')

const words = (status: string): string => {
  const text = status.replaceAll(/[-_]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

// Each tone has its own shape, for users who cannot see the colour.
const shapes: Record<Tone, string> = {
  ok: 'M5 0a5 5 0 100 10A5 5 0 005 0z',
  bad: 'M0 0h10v10H0z',
  warn: 'M5 0l5 10H0z',
  neutral: 'M5 0a5 5 0 100 10A5 5 0 005 0zM5 2.5a2.5 2.5 0 110 5 2.5 2.5 0 010-5z',
}

type StatusBadgeProps = { status: string; tone?: Tone; label?: string }

/** A status as shape, word and colour. */
export function StatusBadge({ status, tone = statusTone(status), label = words(status) }: StatusBadgeProps) {
  return (
    <span className="status-badge" data-tone={tone}>
      <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
        <path d={shapes[tone]} fill="currentColor" fillRule="evenodd" />
      </svg>
      {label}
    </span>
  )
}
