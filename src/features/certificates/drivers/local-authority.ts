import type { CertificateAuthority, Order } from './certificate-authority.ts'
import { type Root, signLeaf } from './sign.ts'

/** Signs with a key of this installation, which is not known outside it. */
export function createLocalAuthority(openRoot: () => Promise<Root>) {
  return {
    id: 'local',
    name: 'local',
    mode: 'embedded' as const,
    limitation:
      'Test certificates: browsers show a warning for every site. Set ACME_DIRECTORY_URL to connect a public certificate authority.',
    check: async () => ({ isHealthy: true, version: null, message: null }),
    issue: async ({ names, now }: Pick<Order, 'names' | 'now'>) => signLeaf(await openRoot(), names, now),
    readRoot: async () => (await openRoot()).certificate,
  } satisfies CertificateAuthority
}
