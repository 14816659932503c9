import { describe, expect, test } from 'bun:test'
import { MutationObserver } from '@tanstack/react-query'
import { currentToast } from '#web/ui/toast.ts'
import { ApiError } from './api-error.ts'
import { createQueryClient, loggedOutDelay, loggedOutToast } from './query-client.ts'

type Meta = NonNullable<ConstructorParameters<typeof MutationObserver>[1]['meta']>

async function fail(error: Error, meta: Meta = {}): Promise<void> {
  const observer = new MutationObserver(createQueryClient(), {
    mutationFn: () => Promise.reject(error),
    meta,
  })
  await observer.mutate().catch(() => undefined)
}

describe('the request rules', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()

  test('nothing is fetched again by itself, and nothing is retried', () => {
    expect(queries).toMatchObject({
      refetchOnWindowFocus: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })
    expect(mutations).toMatchObject({ retry: false })
  })

  test('a device that is offline lets a call fail, and keeps none for later', () => {
    expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always'])
  })

  test('a lost session is told by a toast, and left after 500 ms', async () => {
    await fail(new ApiError(401, '{"message":"Unauthorized"}', { message: 'Unauthorized' }))
    expect(currentToast()).toMatchObject(loggedOutToast)
    expect(loggedOutToast).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    expect(loggedOutDelay).toBe(500)
  })

  test('a failure shows the sentence of the server under the title of the screen', async () => {
    await fail(new ApiError(409, '{}', { message: 'Name is taken.' }), { failure: 'Restart Failed' })
    expect(currentToast()).toMatchObject({
      title: 'Restart Failed',
      description: 'Name is taken.',
      variant: 'destructive',
    })
  })

  test('a fixed sentence stands before the server’s', async () => {
    await fail(new ApiError(500, '{}', { message: 'x' }), {
      failure: 'Order Failed',
      failureText: 'There was an error.',
    })
    expect(currentToast()).toMatchObject({ title: 'Order Failed', description: 'There was an error.' })
  })

  test('a call that succeeds after it failed takes the toast of its failure away, and that of no other call', async () => {
    const client = createQueryClient()
    const run = (key: string, result: () => Promise<unknown>) =>
      new MutationObserver(client, { mutationKey: [key], mutationFn: result }).mutate().catch(() => undefined)
    await run('share', () => Promise.reject(new ApiError(500, '{}', { message: 'x' })))
    await run('delete', async () => 'done')
    expect(currentToast()).toMatchObject({ variant: 'destructive' })
    await run('share', async () => 'done')
    expect(currentToast()).toBeNull()
  })

  test('what a form or a screen tells itself is no toast', async () => {
    const before = currentToast()
    await fail(new ApiError(422, '{}', { message: 'x', fields: { name: 'x' } }), { form: true })
    await fail(new ApiError(500, '{}', { message: 'x' }), { failure: false })
    expect(currentToast()).toBe(before)
  })

  test('a wrong password is no lost session', async () => {
    await fail(new ApiError(401, '{}', { message: 'Invalid credentials' }), {
      failure: 'Login Failed',
      anonymous: true,
    })
    expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Invalid credentials' })
  })
})
