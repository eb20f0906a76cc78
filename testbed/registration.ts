/** A complete registration form for a patient of this last name. */
export function registration(lastName: string) {
  return {
    firstName: 'Chaos',
    lastName,
    dateOfBirth: '1984-02-29',
    gender: 'FEMALE',
    contactNumber: '+1 200 555 0100',
    address: '1 Fault Lane, Riverside',
  }
}
