import type { ImportKind } from '../../../contract/people/imports/imports.ts'

/** The words of the screens for one kind of record. */
export interface KindWords {
  one: string
  many: string
  /** The columns that a file needs, and the others that are known. */
  required: string
  optional: string
  list: { to: '/patients' | '/inventory' | '/beds' | '/staff' | '/appointments'; words: string }
  /** Behind the link to the list. */
  inList: string
  /** The end of the sentence that says how many an undo removes, and which it keeps. */
  undo: string
  removed: string
  kept: string
  /** Why rows are known, where no row is. */
  notKnown: string
  /** The fields of the first column of a list of rows, and those with a column of their own. */
  names: { header: string; fields: readonly string[] }
  shown: readonly string[]
  /** Lines of a made-up file. */
  sample: readonly string[]
}

export const kindWords: Readonly<Record<ImportKind, KindWords>> = {
  PATIENTS: {
    one: 'patient',
    many: 'patients',
    required:
      'First name, last name, date of birth (the year or the month, if no more is known) and gender, each in a column of its own',
    optional:
      'Contact number, e-mail, address, blood group, allergies (‘None known’ where there are none), medical history, and numbers in your identifier systems, such as the former record number',
    list: { to: '/patients', words: 'patient list' },
    inList: ', each with an MRN',
    undo: 'will be removed from the lists and the search. Patients who were changed, booked or admitted since are kept, and you see which and why.',
    removed: 'The patients of this import are no longer on record. Their MRNs are not given again.',
    kept: 'Patients who were changed or used since the import stay on record. The list says why.',
    notKnown: 'No row has an identifier of a patient on record.',
    names: { header: 'Name', fields: ['firstName', 'lastName'] },
    shown: ['dateOfBirth', 'gender', 'contactNumber'],
    sample: [
      'First name,Last name,Date of birth,Gender,Contact number,E-mail,Address,Blood group,Allergies,Medical history',
      'Amara,Okafor,1984-03-21,Female,+44 20 7946 0123,amara.okafor@example.org,"12 Quay Street, Harbour Town",O+,Penicillin (rash),Asthma since childhood',
      'Tomás,Rivera,1951,Male,+44 20 7946 0456,,"4 Mill Lane, Harbour Town",A-,None known,',
      'Mei,Tanaka,2019-07-30,Female,,,,,,',
    ],
  },
  SUPPLIERS: {
    one: 'supplier',
    many: 'suppliers',
    required: 'The supplier’s name',
    optional: 'Contact person, phone and address, which become the contact, and the e-mail for orders',
    list: { to: '/inventory', words: 'inventory' },
    inList: ', in its list of suppliers',
    undo: 'will be removed. Those that items, batches or orders name are kept, and you see which and why.',
    removed: 'The suppliers of this import are no longer in the list.',
    kept: 'Suppliers that were edited or used since the import stay in the list.',
    notKnown: 'No row has the name of a supplier in the list.',
    names: { header: 'Name', fields: ['name'] },
    shown: ['contact', 'email'],
    sample: [
      'Name,Contact,E-mail',
      'Harbour Medical Supplies,"Ines Duarte, +44 20 7946 0789",orders@harbour-medical.example.org',
      'Northern Pharma,+44 20 7946 0321,',
    ],
  },
  BEDS: {
    one: 'bed',
    many: 'beds',
    required:
      'The bed’s number, and the kind of its ward: General, ICU, Emergency, Pediatric, Maternity or Psychiatric',
    optional: 'The ward by the name that your hospital calls it, and notes',
    list: { to: '/beds', words: 'bed board' },
    inList: ' and can be used',
    undo: 'will be removed. Beds that were edited or in which a patient has been are kept, and you see which and why.',
    removed: 'The beds of this import no longer exist.',
    kept: 'Beds that were edited or used since the import stay.',
    notKnown: 'No row has the number of a bed.',
    names: { header: 'Bed', fields: ['bedNumber'] },
    shown: ['ward', 'unit'],
    sample: [
      'Bed number,Kind of ward,Ward by its name,Notes',
      'G-101,General Ward,,Beside the window',
      'G-102,General Ward,,',
      'ICU-01,ICU,,',
    ],
  },
  STOCK: {
    one: 'row of stock',
    many: 'rows of stock',
    required:
      'The item’s name, its category (Medicine, Equipment or Supplies), its unit, the quantity that is there and the cost of one unit, in a row for each batch',
    optional:
      'Batch number, expiry date, reorder level (otherwise 0), pack size, description, notes, and the supplier and the storage location by the names that they have here; an item that is there already gets the batch alone',
    list: { to: '/inventory', words: 'inventory' },
    inList: ', each batch received as its opening balance',
    undo: 'will be taken back by movements of the ledger. Batches of which something was issued or moved since are kept, and you see which and why.',
    removed:
      'The batches of this import are empty, and items that came with them are no longer in the inventory.',
    kept: 'Batches that were issued or moved since the import stay. The list says why.',
    notKnown: 'No row is of a batch on record.',
    names: { header: 'Item', fields: ['name'] },
    shown: ['batchNumber', 'quantity', 'expiryDate'],
    sample: [
      'Item,Category,Unit,Quantity,Batch number,Expiry date,Cost of one unit,Reorder level,Supplier by name',
      'Paracetamol 500 mg,Medicine,tablets,4000,PC-2207,2028-06-30,0.02,1000,',
      'Paracetamol 500 mg,Medicine,tablets,1500,PC-2311,2029-01-31,0.03,1000,',
      'Surgical gloves M,Supplies,pcs,600,,,0.15,200,',
    ],
  },
  STAFF: {
    one: 'invitation',
    many: 'invitations',
    required: 'The e-mail of each person, and a role',
    optional:
      'First name and last name, for the invitation that each person is mailed; its link works for seven days',
    list: { to: '/staff', words: 'staff list' },
    inList: ', as invitations, and are mailed',
    undo: 'will be withdrawn. Those that were accepted are kept, and you see which.',
    removed: 'The links in the mails open nothing any more.',
    kept: 'Invitations that were accepted stay: those people have accounts.',
    notKnown: 'No row has the e-mail of somebody who works here or is invited.',
    names: { header: 'E-mail', fields: ['email'] },
    shown: ['firstName', 'lastName', 'role'],
    sample: [
      'E-mail,First name,Last name,Role',
      'ana.costa@example.org,Ana,Costa,Doctor',
      'kofi.mensah@example.org,Kofi,Mensah,Nurse',
    ],
  },
  APPOINTMENTS: {
    one: 'appointment',
    many: 'appointments',
    required:
      'The patient’s MRN or a number in an exclusive identifier system, never the name alone; the doctor’s e-mail, the date, the time and the type, each in a column of its own; past appointments are rejected',
    optional: 'Notes; nobody is notified of imported appointments',
    list: { to: '/appointments', words: 'appointment list' },
    inList: ', and nobody was notified',
    undo: 'will be cancelled as ‘Import undone’. Appointments that were changed, or to which the patient came, are kept, and you see which and why.',
    removed: 'The appointments of this import are cancelled.',
    kept: 'Appointments that were changed or begun since the import stay. The list says why.',
    notKnown: 'No row is of a patient who has an appointment with the doctor on that day.',
    names: { header: 'Patient', fields: ['mrn'] },
    shown: ['doctor', 'date', 'time'],
    sample: [
      'MRN,Doctor’s e-mail,Date,Time,Type,Notes',
      'MRN1001,ana.costa@example.org,2030-03-21,09:30,Follow-up,Blood pressure',
      'MRN1002,ana.costa@example.org,2030-03-21,10:00,General,',
    ],
  },
}
