import { expect, test } from 'bun:test'
import type { Deps } from '#server/context.ts'
import { domainName } from '#test/support/domain-name.ts'
import { findProof } from './proof.ts'

const challenge = '0123456789abcdef0123456789abcdef'
const [head, tail] = [challenge.slice(0, 10), challenge.slice(10)]
const proofIn = (pieces: string[]) => {
  const resolver = { texts: async () => pieces, nameservers: async () => [] }
  const deps = { resolver, env: { DNS_NAMESERVERS: ['ns1.example.net'] } } as unknown as Deps
  return findProof(deps, { id: 'd', userId: 'u', domainName: domainName('example.com'), challenge })
}

test.each([
  ['one string', [challenge]],
  ['two strings', [head, tail]],
  ['two strings after another record', ['v=spf1 -all', head, tail]],
  ['three strings before another record', [head, tail.slice(0, 2), tail.slice(2), 'other']],
  ['one string with blank space around it', [` ${challenge} `]],
])('finds a challenge in %s', async (_, pieces) => {
  expect(await proofIn(pieces)).toEqual({ proof: 'TXT' })
})

test.each([
  ['the wrong order', [tail, head]],
  ['a part', [head]],
  ['a longer text', [`${challenge}0`]],
  ['strings with another between them', [head, 'other', tail]],
])('finds no challenge in %s', async (_, pieces) => {
  expect(await proofIn(pieces)).toMatchObject({ problem: expect.stringContaining('says') })
})
