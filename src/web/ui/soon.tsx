/** Marks what is offered but not built yet. */
export const Soon = () => <span className="soon">Soon</span>
