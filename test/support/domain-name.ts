import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'

/** A domain name of a test. @throws Error when it is invalid */
export function domainName(text: string): DomainName {
  const name = domainToAscii(text)
  if (name === null) throw new Error(`no domain name: ${text}`)
  return name
}
