import { describe, expect, test } from 'bun:test'
import { TRPCClientError } from '@trpc/client'
import {
  ApiError,
  errorOfCall,
  errorOfResponse,
  fieldErrors,
  readJson,
  requestIdOf,
  serverMessage,
  statusOf,
} from './api-error.ts'

const body = { message: 'Invalid credentials', code: 'UNAUTHORIZED', requestId: 'r-1' }

describe('the error of a response that is not OK', () => {
  test('has the status, a colon, a space and the body text as its message', async () => {
    const text = JSON.stringify(body)
    const error = await errorOfResponse(new Response(text, { status: 401 }))
    expect(error.message).toBe(`401: ${text}`)
    expect([statusOf(error), serverMessage(error), requestIdOf(error)]).toEqual([
      401,
      'Invalid credentials',
      'r-1',
    ])
  })

  test('uses the status text when the body is empty', async () => {
    const error = await errorOfResponse(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    expect(error.message).toBe('502: Bad Gateway')
    expect(serverMessage(error)).toBeUndefined()
  })

  test('uses the status text when the body is not JSON', async () => {
    const page = new Response('<h1>no</h1>', { status: 502, statusText: 'Bad Gateway' })
    const error = await errorOfResponse(page)
    expect(error.message).toBe('502: Bad Gateway')
    expect(serverMessage(error)).toBeUndefined()
  })
})

describe('a response that is OK', () => {
  test('is read as JSON', async () => {
    expect(await readJson<unknown>(Response.json({ ok: true }))).toEqual({ ok: true })
  })

  test.each(['', '<h1>Sign in to the network</h1>'])(
    'counts as a bad gateway when it holds %p',
    async (text) => {
      const error = await readJson(new Response(text)).catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(ApiError)
      expect((error as ApiError).message).toBe('502: Bad Gateway')
    },
  )
})

describe('the error of a refused call', () => {
  const refused = (httpStatus: number, payload: object) =>
    TRPCClientError.from({
      error: { code: -32_001, message: 'Name is taken.', data: { httpStatus, body: payload } },
    })

  test('is the same as that of the REST call', () => {
    const payload = { message: 'Name is taken.', code: 'CONFLICT', requestId: 'r-2' }
    const error = errorOfCall(refused(409, payload))
    expect(error).toBeInstanceOf(ApiError)
    expect(error.message).toBe(`409: ${JSON.stringify(payload)}`)
    expect(serverMessage(error)).toBe('Name is taken.')
  })

  test('keeps the sentence of each field of any refusal', () => {
    const fields = { name: 'Enter a name.' }
    expect(fieldErrors(errorOfCall(refused(422, { message: 'Enter a name.', fields })))).toEqual(fields)
    expect(fieldErrors(errorOfCall(refused(409, { message: 'x', fields })))).toEqual(fields)
  })

  test('counts as a bad gateway when the answer is not JSON', () => {
    const error = errorOfCall(TRPCClientError.from(new SyntaxError('Unexpected token <')))
    expect(error.message).toBe('502: Bad Gateway')
  })

  test('has status 0 and no server message when there was no response', () => {
    const error = errorOfCall(TRPCClientError.from(new TypeError('Failed to fetch')))
    expect([statusOf(error), serverMessage(error)]).toEqual([0, undefined])
  })
})
