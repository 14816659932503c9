import { Link } from '@tanstack/react-router'

/** Whose something is; leads to that customer. */
export const OwnerLink = ({ user: { id, email } }: { user: { id: string; email: string } }) => (
  <Link to="/admin/customers" search={{ selected: id }}>
    {email}
  </Link>
)
