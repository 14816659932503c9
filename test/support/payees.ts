/** An operator's payment details. */
export const payees = {
  upiId: 'hosting@okbank',
  bank: {
    accountName: 'Hosting Private Limited',
    accountNumber: '50200012345678',
    ifsc: 'HDFC0000001',
    bank: 'HDFC Bank',
  },
}
