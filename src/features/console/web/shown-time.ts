const written = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::?\d\d)?)?$/

const inKolkata = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/**
 * A database time in readable form, to the second: in IST if its zone is known, else unconverted.
 * `null` for any other value.
 */
export function shownTime(type: string, value: string): string | null {
  const [, date, clock, , zone] = (/^(timestamp|datetime)/i.test(type) && written.exec(value)) || []
  if (date === undefined || clock === undefined) return null
  if (zone === undefined) return `${date} ${clock}`
  const offset = zone.length === 3 ? `${zone}:00` : zone
  const instant = new Date(`${date}T${clock}${offset}`)
  return Number.isNaN(instant.getTime()) ? null : `${inKolkata.format(instant)} IST`
}
