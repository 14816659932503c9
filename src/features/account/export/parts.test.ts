import { expect, test } from 'bun:test'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { features } from '#app/features.ts'
import { pgKit } from '#db/kit.ts'
import { makeSchema } from '#db/schema/schema.ts'
import type { Feature } from '#server/feature.ts'

/** Tables with rows of users that no export has, and why. */
const leftOut: Record<string, string> = {
  tokens: 'hashes of links that were mailed',
  recoveryCodes: 'hashes of codes',
  mobileCodes: 'hashes of codes that are good for minutes',
  acmeChallenges: 'proofs that a certificate authority asks for, for minutes',
  dnssecKeys: 'private keys',
  fileTotals: 'sums of the files',
  fileIntents: 'changes of files under way, for seconds',
  databaseCopies: 'databases of a restore under way',
  quotaLevels: 'which warnings were sent, so that none is sent twice',
  cloudRevisions: 'when the cloud is looked at next',
  customerNotes: 'notes of administrators, which the host hands out when it is asked for them',
  jobs: 'work of the portal',
  idempotencyKeys: 'answers that are repeated within a day',
}

const t = makeSchema(pgKit)
const parts = (features as readonly Feature[]).flatMap(({ exports = [] }) => exports)
const held = new Set(parts.flatMap((part) => part.tables(t)).map(getTableName))

test('every table with rows of users is part of an export, or is left out with a reason', () => {
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
