import { NotIssued } from '../certificate-authority.ts'
import type { AccountKey, Signer } from './jws.ts'
import { Refused } from './problem.ts'
import type { Answer, Transport } from './transport.ts'

/** The account as it is kept: `url` is null until the authority knows it, `contact` what the authority was told. */
type Account = { key: AccountKey; url: string | null; contact: string | null }

/** Where the account is kept, for all nodes. */
export interface AccountKeeper {
  open(): Promise<Account>
  keep(known: Pick<Account, 'url' | 'contact'>): Promise<void>
}

/** The account of this installation. */
export interface OwnAccount {
  /** Known to the authority, with the present contact. @throws Refused, NotIssued */
  signer(signal: AbortSignal): Promise<Signer>
  /** A signed request; an account that the authority has forgotten is made again. @throws Refused, NotIssued */
  post(url: string, payload: object | null, signal: AbortSignal): Promise<Answer>
  read(): Promise<Account>
}

const needsMore =
  'The certificate authority requires external account binding, which this portal does not support.'

/** `contact` is an e-mail address or null. Whoever set the address of the directory has accepted its terms. */
export function createAccount(
  transport: Transport,
  keeper: AccountKeeper,
  contact: string | null,
): OwnAccount {
  const contacts = contact === null ? [] : [`mailto:${contact}`]

  /** RFC 8555 section 7.3: the same key has the same account, however often it is asked for. */
  const register = async ({ key }: Account, signal: AbortSignal): Promise<Signer> => {
    const { newAccount, meta } = await transport.directory(signal)
    if (meta.externalAccountRequired) throw new NotIssued(needsMore)
    const payload = { termsOfServiceAgreed: true, contact: contacts }
    const { location } = await transport.post({ key, accountUrl: null }, newAccount, payload, signal)
    if (location === null) throw new NotIssued('The certificate authority did not return an account URL.')
    const signer = { key, accountUrl: location }
    // One that was there before keeps the contact that it had.
    await transport.post(signer, location, { contact: contacts }, signal)
    await keeper.keep({ url: location, contact })
    return signer
  }
  const signerOf = async (signal: AbortSignal): Promise<Signer> => {
    const account = await keeper.open()
    if (account.url === null) return register(account, signal)
    const signer = { key: account.key, accountUrl: account.url }
    if (account.contact !== contact) {
      await transport.post(signer, account.url, { contact: contacts }, signal)
      await keeper.keep({ url: account.url, contact })
    }
    return signer
  }
  const forgetting = async <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.type !== 'accountDoesNotExist') throw error
      await register(await keeper.open(), signal)
      return ask()
    }
  }
  return {
    signer: (signal) => forgetting(signal, () => signerOf(signal)),
    post: (url, payload, signal) =>
      forgetting(signal, async () => transport.post(await signerOf(signal), url, payload, signal)),
    read: () => keeper.open(),
  }
}
