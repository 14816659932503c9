import { describe, expect, spyOn, test } from 'bun:test'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { currentToast, dismissToast } from '../../ui/overlays/toast.ts'
import { ApiError } from './api-error.ts'
import { checkConnection } from './connection.ts'
import { createQueryClient, expectSessionEnd, loggedOutDelay, loggedOutToast } from './query-client.ts'

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

  test('neither refetches nor retries on its own', () => {
    expect(queries).toMatchObject({
      refetchOnWindowFocus: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })
    expect(mutations).toMatchObject({ retry: false })
  })

  test('lets calls fail immediately while the device is offline instead of queueing them', () => {
    expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always'])
  })

  test('reports an expired session in a toast, and leaves after 500 ms', async () => {
    expectSessionEnd(false)
    await fail(new ApiError(401, '{"message":"Unauthorized"}', { message: 'Unauthorized' }))
    expect(currentToast()).toMatchObject(loggedOutToast)
    expect(loggedOutToast).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    expect(loggedOutDelay).toBe(500)
    dismissToast(currentToast()?.id ?? 0)
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

  test('removes the toast of a lost connection once any call works', async () => {
    const client = createQueryClient()
    const run = (key: string, result: () => Promise<unknown>) =>
      new MutationObserver(client, { mutationKey: [key], mutationFn: result }).mutate().catch(() => undefined)
    await run('share', () => Promise.reject(new ApiError(0, 'Failed to fetch')))
    expect(currentToast()?.description).toContain('connection to the server was lost')
    await run('delete', async () => 'done')
    expect(currentToast()).toBeNull()
  })

  test('shows no toast for failures that a screen shows itself', async () => {
    const before = currentToast()
    await fail(new ApiError(500, '{}', { message: 'x' }), { failure: false })
    expect(currentToast()).toBe(before)
  })

  test('shows a toast for a refused field too, beside the sentence below the field', async () => {
    const body = { message: 'Enter a name.', fields: { name: 'Enter a name.' } }
    await fail(new ApiError(422, '{}', body), { failure: 'The folder could not be made' })
    expect(currentToast()).toMatchObject({
      title: 'The folder could not be made',
      description: 'Enter a name.',
    })
  })

  test('reports a wrong password as such, and not as an expired session', async () => {
    await fail(new ApiError(401, '{}', { message: 'Invalid credentials' }), {
      failure: 'Login Failed',
      anonymous: true,
    })
    expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Invalid credentials' })
  })
})

describe('a failing read', () => {
  const toast = () => {
    const shown = currentToast()
    return shown && { title: shown.title, description: shown.description, variant: shown.variant }
  }
  const clear = () => dismissToast(currentToast()?.id ?? 0)
  const read = (client: QueryClient, answer: () => Promise<unknown>) =>
    client.fetchQuery({ queryKey: ['thing'], queryFn: answer, staleTime: 0 }).catch(() => undefined)
  const refuse = (message: string) => () => Promise.reject(new ApiError(500, '{}', { message }))

  test('shows the destructive toast once until it succeeds again', async () => {
    const client = createQueryClient()
    clear()
    await read(client, refuse('Our fault.'))
    expect(toast()).toEqual({
      title: 'This could not be loaded',
      description: 'Our fault.',
      variant: 'destructive',
    })
    clear()
    await read(client, refuse('Our fault.'))
    expect(toast()).toBeNull()
    await read(client, async () => 'there')
    await read(client, refuse('Our fault again.'))
    expect(toast()?.description).toBe('Our fault again.')
  })

  test('shows the banner and no toasts while the server is unreachable', async () => {
    clear()
    const gone = spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    await read(createQueryClient(), () => Promise.reject(new ApiError(0, 'Failed to fetch')))
    await checkConnection()
    expect(toast()).toBeNull()
    gone.mockResolvedValue(new Response('{}'))
    await checkConnection()
    gone.mockRestore()
  })
})
