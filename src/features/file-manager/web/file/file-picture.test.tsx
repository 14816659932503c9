import { expect, test } from 'bun:test'
import { fireEvent, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { FilePicture } from './file-picture.tsx'

const picture = (fileType: string, fileSize = 1_000) => (
  <FilePicture file={{ id: 'f1', fileType, fileSize } as FileEntry} />
)
const show = (fileType: string, fileSize?: number) => render(picture(fileType, fileSize)).container

test('a raster image loads its preview once it scrolls into view', () => {
  const html = renderToString(picture('image/png'))
  expect(html).toContain('src="/api/files/f1/content?disposition=inline"')
  expect(html).toContain('loading="lazy"')
  expect(html).toContain('alt=""')
})

test.each([
  ['an image with a script in it', 'image/svg+xml', 1_000],
  ['an image of ten megabytes', 'image/png', 10_000_000],
  ['a text', 'text/plain', 1_000],
])('%s shows the icon of its type', (_, type, size) => {
  const container = show(type, size)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
})

test('an unreadable image shows the icon of its type', () => {
  const container = show('image/jpeg')
  const image = container.querySelector('img')
  if (image) fireEvent.error(image)
  expect(container.querySelector('img')).toBeNull()
})
