/** UPI payee: the id, as in `shop@bank`, and the name that the app shows. */
type UpiPayee = { id: string; name: string }

type UpiRequest = { payee: UpiPayee; amountPaise: number; reference: string; note: string }

/** Longest note that apps show. */
const noteLength = 50

/** The link that opens a UPI app with everything filled in ("UPI Linking Specifications" of NPCI). */
export function upiLink({ payee, amountPaise, reference, note }: UpiRequest): string {
  const values = {
    pa: payee.id,
    pn: payee.name,
    am: (amountPaise / 100).toFixed(2),
    cu: 'INR',
    tn: note.slice(0, noteLength),
    tr: reference,
  }
  // Apps read %20, but not the plus sign of forms.
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join('&').replaceAll('%40', '@')}`
}
