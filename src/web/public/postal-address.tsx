import { Fragment } from 'react'
import { useCompany } from '../company.ts'

/** Where the company sits, a line for each row. */
export function PostalAddress() {
  const { address } = useCompany()
  return (
    <address>
      {address.map((row) => (
        <Fragment key={row}>
          {row}
          <br />
        </Fragment>
      ))}
    </address>
  )
}
