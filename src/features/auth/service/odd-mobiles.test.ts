import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { invariants } from '../invariants.ts'
import { closeAccount } from './close-account.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const rule = invariants.find(({ list }) => list)

/** An account whose number is stored unnormalised. */
async function addPerson(mobile: string): Promise<string> {
  const { id } = await app.signUp()
  await app.store.tx((tx) => tx.update(tx.t.users).set({ mobile }).where(eq(tx.t.users.id, id)))
  return id
}

const mobileOf = async (id: string) => {
  const { users } = app.store.t
  const [row] = await app.store.read.select({ mobile: users.mobile }).from(users).where(eq(users.id, id))
  return row?.mobile
}

test('reports accounts with duplicate, unnormalised or invalid numbers, and changes none', async () => {
  const closed = await addPerson('+919812345609')
  await app.store.tx((tx) => closeAccount(tx, app.deps, closed))
  expect([await rule?.count(app.store, app.dataDir, null), await rule?.list?.(app.store)]).toEqual([0, []])

  const plain = await addPerson('+919812345601')
  const twin = await addPerson('+9109812345601')
  const first = await addPerson('+4407911123456')
  const second = await addPerson('+44 7911 123456')
  const lone = await addPerson('+9109812345602')
  const none = await addPerson('+910123456789')
  expect(await rule?.count(app.store, app.dataDir, null)).toBe(5)
  expect((await rule?.list?.(app.store))?.toSorted()).toEqual(
    [
      `account ${twin} has the same number as ${plain}`,
      `account ${first} has the same number as ${second}`,
      `account ${second} has the same number as ${first}`,
      `account ${lone} has a number that is not normalised`,
      `account ${none} has an invalid number`,
    ].toSorted(),
  )
  expect(await Promise.all([twin, none].map(mobileOf))).toEqual(['+9109812345601', '+910123456789'])
})
