import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER value (X.690): a tag, the length, the content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => der(0x17, Buffer.from(text))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = (host: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))))
const alternativeName = (host: string) =>
  der(0xa3, sequence(sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))))))

/** A self-signed certificate for a host (RFC 5280) and its key, as PEM. */
export function makeCertificate(host: string, serial = 1): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial])),
    ecdsaWithSha256,
    commonName(host),
    sequence(time('200101000000Z'), time('491231000000Z')),
    commonName(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    alternativeName(host),
  )
  const signature = sign('sha256', toSign, privateKey)
  const whole = sequence(toSign, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replaceAll(/.{1,64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
