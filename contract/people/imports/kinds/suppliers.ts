import type { KindFields } from './kind.ts'

export const suppliers: KindFields = {
  fields: {
    name: {
      name: 'Name',
      isRequired: true,
      words: [
        'name',
        'supplier',
        'supplier name',
        'vendor',
        'vendor name',
        'company',
        'company name',
        'firm',
      ],
    },
    contact: {
      name: 'Contact',
      isJoined: 'COMMA',
      words: [
        'contact',
        'contact person',
        'contact name',
        'phone',
        'phone number',
        'telephone',
        'mobile',
        'address',
        'city',
        'country',
      ],
    },
    email: { name: 'E-mail', words: ['email', 'e mail', 'email address', 'e mail address', 'mail'] },
  },
}
