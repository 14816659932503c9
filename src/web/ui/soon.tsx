/** Marks what is offered but not built yet, behind its name. */
export const Soon = () => (
  <>
    {' '}
    <span className="soon">Soon</span>
  </>
)
