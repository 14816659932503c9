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

describe('the query client', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()

  test('neither refetches nor retries by itself', () => {
    expect(queries).toMatchObject({
      refetchOnWindowFocus: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })
    expect(mutations).toMatchObject({ retry: false })
  })

  test('lets calls fail at once while the device is offline instead of queueing them', () => {
    expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always'])
  })

  test('reports an expired session in a toast, and leaves after 500 ms', async () => {
    await fail(new ApiError(401, '{"message":"Unauthorized"}', { message: 'Unauthorized' }))
    expect(currentToast()).toMatchObject(loggedOutToast)
    expect(loggedOutToast).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    expect(loggedOutDelay).toBe(500)
  })

  test('shows the server’s message under the title that the screen gave', async () => {
    await fail(new ApiError(409, '{}', { message: 'Name is taken.' }), { failure: 'Restart Failed' })
    expect(currentToast()).toMatchObject({
      title: 'Restart Failed',
      description: 'Name is taken.',
      variant: 'destructive',
    })
  })

  test('shows a fixed text in place of the server’s message where the screen gave one', async () => {
    await fail(new ApiError(500, '{}', { message: 'x' }), {
      failure: 'Order Failed',
      failureText: 'There was an error.',
    })
    expect(currentToast()).toMatchObject({ title: 'Order Failed', description: 'There was an error.' })
  })

  test('removes the toast of a failed call when that call succeeds, and of no other', async () => {
    const client = createQueryClient()
    const run = (key: string, result: () => Promise<unknown>) =>
      new MutationObserver(client, { mutationKey: [key], mutationFn: result }).mutate().catch(() => undefined)
    await run('share', () => Promise.reject(new ApiError(500, '{}', { message: 'x' })))
    await run('delete', async () => 'done')
    expect(currentToast()).toMatchObject({ variant: 'destructive' })
    await run('share', async () => 'done')
    expect(currentToast()).toBeNull()
  })

  test('shows no toast for failures that a form or a screen shows itself', async () => {
    const before = currentToast()
    await fail(new ApiError(422, '{}', { message: 'x', fields: { name: 'x' } }), { form: true })
    await fail(new ApiError(500, '{}', { message: 'x' }), { failure: false })
    expect(currentToast()).toBe(before)
  })

  test('shows a refusal that also names a field as a toast unless the input was invalid', async () => {
    const taken = { message: 'This name is taken.', fields: { name: 'This name is taken.' } }
    await fail(new ApiError(409, '{}', taken), { form: true, failure: 'Not saved' })
    expect(currentToast()).toMatchObject({ title: 'Not saved', description: 'This name is taken.' })
  })

  test('reports a wrong password as such, and not as an expired session', async () => {
    await fail(new ApiError(401, '{}', { message: 'Invalid credentials' }), {
      failure: 'Login Failed',
      anonymous: true,
    })
    expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Invalid credentials' })
  })
})
