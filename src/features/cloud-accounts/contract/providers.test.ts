import { describe, expect, test } from 'bun:test'
import { connectProviderInput } from './providers.ts'

const errorsOf = (value: unknown) =>
  Object.fromEntries(
    (connectProviderInput.safeParse(value).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

const nothing = { displayName: ' ', accessKeyId: '', secretAccessKey: '', projectId: '', region: '' }

describe('every invalid field is reported at once', () => {
  test('for a pair of keys', () => {
    expect(errorsOf({ ...nothing, name: 'aws', region: 'evil.example' })).toEqual({
      displayName: 'Enter a name for this account.',
      accessKeyId: 'Enter the access key ID.',
      secretAccessKey: 'Enter the secret access key.',
      region: 'Enter a region such as us-east-1.',
    })
  })

  test.each(['hetzner', 'digitalocean'])('for a token of %s', (name) => {
    expect(errorsOf({ ...nothing, name })).toEqual({
      displayName: 'Enter a name for this account.',
      secretAccessKey: 'Enter the API token.',
    })
  })

  test('and an invalid key is not reported as missing', () => {
    const { issues } =
      connectProviderInput.safeParse({ ...nothing, name: 'aws', accessKeyId: 'a b' }).error ?? {}
    const [first] = issues?.filter(({ path }) => path[0] === 'accessKeyId') ?? []
    expect(first?.message).toBe('Keys have no spaces and no special letters.')
    expect(issues?.map(({ path }) => path[0])).toContain('secretAccessKey')
  })

  test('and for an unknown provider only the provider is reported', () => {
    for (const value of [{ ...nothing, name: 'constructor' }, nothing])
      expect(Object.keys(errorsOf(value)).sort()).toEqual(['displayName', 'name'])
    for (const value of [null, 'aws', []]) expect(connectProviderInput.safeParse(value).success).toBe(false)
  })
})
