import { Fragment } from 'react'
import { useCompany } from '../company.ts'

/** The company's postal address, one line per row. */
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
