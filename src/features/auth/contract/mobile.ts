/** A mobile number in E.164: 10 digits mean +91; spaces, hyphens, dots and brackets are tolerated. `null` when it is none. */
export function toE164(text: string): string | null {
  const compact = text.replace(/[\s().-]/g, '')
  if (/^\d{10}$/.test(compact)) return `+91${compact}`
  const international = compact.replace(/^00/, '+')
  return /^\+[1-9]\d{7,14}$/.test(international) ? international : null
}

/** How a mobile number begins of which the first digits were typed: ten digits or fewer mean +91. `null` when it is none. */
export function mobilePrefix(text: string): string | null {
  const compact = text.replace(/[\s().-]/g, '')
  if (/^\d{1,10}$/.test(compact)) return `+91${compact}`
  return /^\+\d{1,15}$/.test(compact) ? compact : null
}
