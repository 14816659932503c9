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

describe('the form of a cloud account', () => {
  test('reports every invalid field of a key pair', () => {
    expect(errorsOf({ ...nothing, name: 'aws', region: 'evil.example' })).toEqual({
      displayName: 'Enter a name for this account.',
      accessKeyId: 'Enter the access key ID.',
      secretAccessKey: 'Enter the secret access key.',
      region: 'Enter a region such as us-east-1.',
    })
  })

  test.each(['hetzner', 'digitalocean'])('reports every invalid field of a token for %s', (name) => {
    expect(errorsOf({ ...nothing, name })).toEqual({
      displayName: 'Enter a name for this account.',
      secretAccessKey: 'Enter the API token.',
    })
  })

  test('does not report an invalid key as missing', () => {
    const { issues } =
      connectProviderInput.safeParse({ ...nothing, name: 'aws', accessKeyId: 'a b' }).error ?? {}
    const [first] = issues?.filter(({ path }) => path[0] === 'accessKeyId') ?? []
    expect(first?.message).toBe('Keys contain only letters, digits and common symbols, without spaces.')
    expect(issues?.map(({ path }) => path[0])).toContain('secretAccessKey')
  })

  test('reports only the provider when it is unknown', () => {
    for (const value of [{ ...nothing, name: 'constructor' }, nothing])
      expect(Object.keys(errorsOf(value)).sort()).toEqual(['displayName', 'name'])
    for (const value of [null, 'aws', []]) expect(connectProviderInput.safeParse(value).success).toBe(false)
  })
})
