import { Secret, TOTP } from 'otpauth'
import { codeDigits, codePeriodSeconds } from '../contract/security-limits.ts'

const secretBytes = 20
/** Codes of the step before and after count too (RFC 6238): clocks differ, and typing takes time. */
const window = 1

const totpOf = (secret: string, labels: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    algorithm: 'SHA1',
    digits: codeDigits,
    period: codePeriodSeconds,
    secret: Secret.fromBase32(secret),
    ...labels,
  })

/** A new secret of 160 bits (RFC 4226), in base32. */
export const makeSecret = (): string => new Secret({ size: secretBytes }).base32

/** The address that an authenticator app reads from a QR code. */
export const describeSecret = (
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string =>
  // The colon separates issuer and account in the address.
  totpOf(secret, { issuer: issuer.replaceAll(':', ' '), label }).toString()

/** The 30-second step of a code, at most one away from now; null when none of them has it. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
