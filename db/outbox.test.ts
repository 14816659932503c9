import { expect, test } from 'bun:test'
import { moment } from '#test/support/rows.ts'
import { createTestStore } from '#test/support/store.ts'
import { enqueueMail } from './outbox.ts'

test('a mail is queued with the change it tells about, and only with it', async () => {
  const { store, close } = await createTestStore()
  const mail = {
    to: 'a@example.com',
    subject: 'S',
    text: 'T',
    html: '<p>T</p>',
    kind: 'verify',
    relatedId: 'r',
    now: moment,
  }
  const failing = store.tx(async (tx) => {
    await enqueueMail(tx, mail)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const id = await store.tx((tx) => enqueueMail(tx, mail))
  const rows = await store.read.select().from(store.t.mails)
  expect(rows).toEqual([
    expect.objectContaining({
      id,
      to: 'a@example.com',
      status: 'queued',
      attempts: 0,
      nextAttemptAt: moment,
      createdAt: moment,
      sentAt: null,
    }),
  ])
  await close()
})
