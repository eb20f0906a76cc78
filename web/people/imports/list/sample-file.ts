/** A file of made-up patients, as an import takes one. */
const rows = [
  'First name,Last name,Date of birth,Gender,Contact number,E-mail,Address,Blood group,Medical history',
  'Amara,Okafor,1984-03-21,Female,+44 20 7946 0123,amara.okafor@example.org,"12 Quay Street, Harbour Town",O+,Asthma since childhood',
  'Tomás,Rivera,1951-11-02,Male,+44 20 7946 0456,,"4 Mill Lane, Harbour Town",A-,',
  'Mei,Tanaka,2019-07-30,Female,,,,,',
]

/** It begins with the mark by which Excel knows UTF-8. */
export const sampleFile = () => new Blob([`\ufeff${rows.join('\r\n')}\r\n`], { type: 'text/csv' })
export const sampleFileName = 'patients-sample.csv'
