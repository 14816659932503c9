import { expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { DkimSigner } from 'mailauth/lib/dkim/dkim-signer.js'
import { moment } from '#test/support/rows.ts'
import { Oversigner } from './oversigner.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const optionsWith = (key: string) => ({
  canonicalization: 'relaxed/relaxed',
  algorithm: 'rsa-sha256',
  signTime: moment,
  signatureData: [{ signingDomain: 'example.com', selector: 'portal', privateKey: key }],
})

async function sign(signer: DkimSigner): Promise<DkimSigner> {
  const ended = finished(signer)
  signer.end(Buffer.from('From: ann@example.com\r\nSubject: Hello\r\n\r\nText\r\n'))
  await ended
  return signer
}

const fieldsOf = (line = ''): string[] =>
  (/\bh=([^;]+)/.exec(line)?.[1] ?? '').replace(/\s/g, '').toLowerCase().split(':')

test('mailauth’s signer takes its field names when it finalizes', async () => {
  const { headers, signatureHeaders, errors } = await sign(new DkimSigner(optionsWith(privateKey)))
  expect(headers.parsed).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: 'from', casedKey: 'From' })]),
  )
  expect(fieldsOf(signatureHeaders[0]).filter((name) => name === 'from')).toHaveLength(1)
  expect({ lines: signatureHeaders.length, errors }).toEqual({ lines: 1, errors: [] })
})

test('a field name changed before that is in the signature', async () => {
  const { signatureHeaders } = await sign(new Oversigner(optionsWith(privateKey)))
  expect(fieldsOf(signatureHeaders[0]).filter((name) => name === 'from')).toHaveLength(2)
})

test('mailauth’s signer stores the error of a key', async () => {
  const { errors, signatureHeaders } = await sign(new DkimSigner(optionsWith('no key')))
  expect(signatureHeaders).toEqual([])
  expect(errors.map(({ err }) => err instanceof Error)).toEqual([true])
})
