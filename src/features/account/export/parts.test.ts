import { expect, test } from 'bun:test'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { features } from '#app/features.ts'
import { pgKit } from '#db/kit.ts'
import { makeSchema } from '#db/schema/schema.ts'
import type { Feature } from '#server/feature.ts'

/** Tables with user rows that no export includes, and why. */
const leftOut: Record<string, string> = {
  tokens: 'hashes of mailed links',
  recoveryCodes: 'hashes of codes',
  mobileCodes: 'hashes of codes that are valid for minutes',
  acmeChallenges: 'challenge responses for a certificate authority, for minutes',
  dnssecKeys: 'private keys',
  fileTotals: 'checksums of the files',
  fileIntents: 'file changes in progress, for seconds',
  databaseCopies: 'databases of a running restore',
  quotaLevels: 'which warnings were sent, to send none twice',
  cloudRevisions: 'when the cloud is polled next',
  customerNotes: 'notes of administrators, which the host hands out on request',
  jobs: 'internal work of the portal',
  idempotencyKeys: 'stored responses that are replayed within a day',
}

const t = makeSchema(pgKit)
const parts = (features as readonly Feature[]).flatMap(({ exports = [] }) => exports)
const held = new Set(parts.flatMap((part) => part.tables(t)).map(getTableName))

test('every table with user rows is part of an export, or is left out with a reason', () => {
  const forgotten = Object.entries(t)
    .filter(([, table]) => 'userId' in getTableColumns(table))
    .filter(([name, table]) => !held.has(getTableName(table)) && !(name in leftOut))
    .map(([name]) => name)
  expect(forgotten).toEqual([])
})

test('no table is both in an export and left out', () => {
  const both = Object.entries(t).filter(([name, table]) => name in leftOut && held.has(getTableName(table)))
  expect(both.map(([name]) => name)).toEqual([])
  expect(Object.keys(leftOut).filter((name) => !(name in t))).toEqual([])
})
