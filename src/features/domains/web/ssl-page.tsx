import { texts } from '../contract/texts.ts'

export const SslPage = () => (
  <div className="page-header">
    <h1 className="visually-hidden">SSL Certificates</h1>
    <p>{texts.sslSoon}</p>
  </div>
)
