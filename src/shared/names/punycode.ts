import { isAscii } from '../text/scripts.ts'
import { domainToAscii } from './domain-name.ts'

const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128]
const highest = 0x10_ff_ff
const prefix = 'xn--'

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(isFirst ? delta / damp : delta / 2)
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > ((base - tMin) * tMax) / 2; steps += base) rest = Math.floor(rest / (base - tMin))
  return steps + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

const digitOf = (sign: string): number => {
  if (/^[a-z]$/.test(sign)) return sign.charCodeAt(0) - 97
  return /^\d$/.test(sign) ? Number(sign) + 26 : Number.NaN
}

/** Reads a number from the text and returns the index after it; null when there is none. */
function readNumber(text: string, start: number, bias: number): { value: number; end: number } | null {
  let [value, weight] = [0, 1]
  for (let [k, at] = [base, start]; ; k += base, at += 1) {
    const digit = digitOf(text[at] ?? '')
    if (Number.isNaN(digit)) return null
    value += digit * weight
    if (value > Number.MAX_SAFE_INTEGER / base) return null
    const threshold = Math.min(Math.max(k - bias, tMin), tMax)
    if (digit < threshold) return { value, end: at + 1 }
    weight *= base - threshold
  }
}

/** Decodes lower-case Punycode (RFC 3492) without `xn--`; null when it is invalid. */
function decodePunycode(text: string): string | null {
  const hyphen = text.lastIndexOf('-')
  const codes = [...text.slice(0, Math.max(hyphen, 0))].map((sign) => sign.codePointAt(0) ?? 0)
  let [code, place, bias] = [firstCode, 0, firstBias]
  for (let at = hyphen + 1; at < text.length; ) {
    const number = readNumber(text, at, bias)
    if (!number) return null
    const count = codes.length + 1
    const from = place
    place += number.value
    bias = adapt(place - from, count, from === 0)
    code += Math.floor(place / count)
    place %= count
    if (code > highest || (code >= 0xd8_00 && code <= 0xdf_ff)) return null
    codes.splice(place, 0, code)
    place += 1
    at = number.end
  }
  return String.fromCodePoint(...codes)
}

/** Decodes the Punycode of an A-label, even if names may not have it; null when it is invalid or only ASCII. */
export function readPunycode(label: string): string | null {
  const letters = decodePunycode(label.toLowerCase().slice(prefix.length))
  return letters === null || isAscii(letters) ? null : letters
}

export const isALabel = (label: string): boolean => label.toLowerCase().startsWith(prefix)

/** The letters of an A-label (RFC 5891); null when it is invalid. Any other label is returned unchanged. */
export function decodeLabel(label: string): string | null {
  if (!isALabel(label)) return label
  const letters = readPunycode(label)
  if (letters === null) return null
  return domainToAscii(`${letters}.example`) === `${label.toLowerCase()}.example` ? letters : null
}
