import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import { upiLink } from '#features/payments/contract/upi.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { required } from '#test/support/required.ts'
import { zbarimg } from '../../../../scripts/testing/tools.ts'
import { QrCode } from './qr-code.tsx'

const canRead = zbarimg.find() !== null || required.includes('zbarimg')
if (!canRead) console.log('not tested: a QR code needs zbarimg to be read back')

const scale = 6

/** The drawing as a picture (netpbm's plain PBM). */
function drawn(svg: HTMLElement): string {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2])
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  const pixels = Array.from({ length: size * scale }, (_, y) =>
    Array.from({ length: size * scale }, (_, x) =>
      dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`) ? 1 : 0,
    ).join(' '),
  )
  return `P1\n${size * scale} ${size * scale}\n${pixels.join('\n')}\n`
}

test.skipIf(!canRead)('a decoder reads the QR code of a payment as its link', async () => {
  const link = upiLink({
    payee: { id: 'sahyadri@hdfcbank', name: 'Sahyadri Hosting & Sons Private Limited' },
    amountPaise: 12_800_050,
    reference: 'ORD06H1J4ZGXGPN',
    note: 'VPS Hosting, आशा',
  })
  render(<QrCode text={link} label="Pay" />)
  const picture = join(makeTestFolder(), 'code.pbm')
  await Bun.write(picture, drawn(screen.getByRole('img', { name: 'Pay' })))
  const { stdout } = Bun.spawnSync(['zbarimg', '--quiet', '--raw', picture])
  expect(stdout.toString().trim()).toBe(link)
})
