import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { cachePage, encodePage } from './compress.ts'

const html = `<!doctype html>${'<p>₹ 99 a month</p>'.repeat(50)}`

describe.each([
  ['for one person', (accept: string | null) => encodePage(html, accept)],
  ['for everybody', (accept: string | null) => cachePage(html).encode(accept)],
])('a page %s', (_, encode) => {
  test('is compressed with brotli in preference to gzip', async () => {
    const { encoding, body } = await encode('gzip, deflate, br')
    expect(encoding).toBe('br')
    expect(brotliDecompressSync(body).toString()).toBe(html)
  })

  test('is compressed with gzip when brotli is refused', async () => {
    const { encoding, body } = await encode('br;q=0, gzip')
    expect(encoding).toBe('gzip')
    expect(gunzipSync(body).toString()).toBe(html)
  })

  test('is sent uncompressed to a client that accepts neither', async () => {
    expect(await encode(null)).toEqual({ encoding: null, body: html })
  })
})

test('a public page is compressed once per encoding and has one ETag', async () => {
  const page = cachePage(html)
  expect((await page.encode('br')).body).toBe((await page.encode('br')).body)
  expect(page.etag).toBe(cachePage(html).etag)
  expect(page.etag).not.toBe(cachePage(`${html} `).etag)
})
