/**
 * The texts of the public pages, in one file. SAMPLE COPY: the figures, the testimonials, the team and the contact
 * details below are made up. To publish Lantern, replace them here; nothing else has to be changed.
 */

export const product = {
  name: 'Lantern',
  tagline: 'A modern healthcare management system',
  /** Until the hospital says its own in its settings. */
  contact: {
    email: 'hello@lantern.example',
    phone: '+44 20 7946 0123',
    name: 'Lantern',
    address: '12 Lamp Street\nLondon EC1A 1LL',
  },
  copyright: '© 2026 Lantern. All rights reserved.',
} as const

export const pages = {
  home: {
    title: 'Lantern: hospital management that keeps up with the ward',
    description:
      'Lantern is a modern healthcare management system. OPD queues, beds, patient records and inventory in one calm place, live on every screen.',
  },
  teams: {
    title: 'Team · Lantern',
    description: 'The six people who build Lantern, and what they build it for.',
  },
  About: {
    title: 'About · Lantern',
    description:
      'Real-time bed tracking and smart allocation, dashboards, and security at any hospital size. Request a demo of Lantern.',
  },
  book: { title: 'Book an appointment', description: 'Choose a free time. We hold it for you.' },
} as const
export type PageName = keyof typeof pages

export const hero = {
  title: 'The whole hospital, in one calm place',
  lead: 'Lantern is a modern healthcare management system that streamlines hospital operations and patient care: queues, beds, records and stock, live on every screen.',
} as const

export const statistics = [
  { figure: '50+', of: 'hospitals' },
  { figure: '100k+', of: 'patients served' },
  { figure: '1000+', of: 'medical staff' },
  { figure: '99.9%', of: 'success rate' },
] as const

export const features = [
  {
    name: 'OPD queue management',
    title: 'Everyone knows who is next',
    text: 'Outpatient appointments and queues, with real-time updates and notifications. A patient checks in at the desk, and the doctor’s screen and the waiting room know at once.',
    points: [
      'Emergencies first, then waiting time',
      'Call next with one key',
      'Tokens on the waiting-room screen',
    ],
    drawing: 'queue',
    picture: 'queue',
    alt: 'The outpatient queue: patients in four columns: in the queue, in progress, scheduled and completed.',
  },
  {
    name: 'Bed management',
    title: 'The right bed, found in seconds',
    text: 'Bed availability across wards and patient admissions. Admit, transfer and discharge from one board, and see what comes free today.',
    points: ['One board for every ward', 'No bed is ever given twice', 'Expected discharges on the card'],
    drawing: 'ward',
    picture: 'beds',
    alt: 'The bed board: each bed of a ward with its patient, the patient’s allergies and latest NEWS2 score.',
  },
  {
    name: 'Patient records',
    title: 'The story of a patient, not a form',
    text: 'History, treatments and appointments of each patient in order, with allergies and warnings that can’t be missed.',
    points: [
      'Allergies on every page',
      'Vital signs with early-warning scores',
      'Every access to a record is logged',
    ],
    drawing: 'record',
    picture: 'record',
    alt: 'A patient’s record, with identity and allergies on top, and the current admission below.',
  },
  {
    name: 'Inventory management',
    title: 'Never the last box',
    text: 'Medical supplies and equipment, with automated reorder notifications. Batches that expire first go out first.',
    points: [
      'Low stock becomes a draft order',
      'Every movement by batch and name',
      'Expiry dates that speak up',
    ],
    drawing: 'shelf',
    picture: 'inventory',
    alt: 'The inventory: items with what is in stock, the reorder level and what needs ordering.',
  },
] as const
export type DrawingName = (typeof features)[number]['drawing']
export type PictureName = (typeof features)[number]['picture'] | 'dashboard'

export const heroPicture = {
  picture: 'dashboard',
  alt: 'Lantern’s dashboard: today’s figures, the week’s appointments, and how full each ward is.',
} as const

export const closing = {
  title: 'Leave a light on for every patient',
  text: 'Create your account, add your first ward and invite a colleague. It takes a few minutes.',
} as const

/** How a face is drawn: see Portrait.tsx. */
export interface Face {
  skin: 'porcelain' | 'sand' | 'amber' | 'umber' | 'espresso'
  hair: 'black' | 'brown' | 'auburn' | 'grey' | 'straw'
  style: 'short' | 'bob' | 'bun' | 'long' | 'curls' | 'scarf' | 'bald'
  wears: 'scrubs' | 'coat' | 'shirt'
  glasses?: true
  beard?: true
}

export const testimonials: readonly { name: string; role: string; quote: string; face: Face }[] = [
  {
    name: 'Dr Anjali Menon',
    role: 'Consultant physician',
    quote:
      'I call the next patient with one key. The room fills itself, and I look at people instead of lists.',
    face: { skin: 'amber', hair: 'black', style: 'bun', wears: 'coat', glasses: true },
  },
  {
    name: 'Tomás Rivera',
    role: 'Bed manager',
    quote: 'The morning bed meeting used to take an hour. Now we stand at the board for ten minutes.',
    face: { skin: 'sand', hair: 'brown', style: 'short', wears: 'shirt', beard: true },
  },
  {
    name: 'Sister Grace Adeyemi',
    role: 'Ward sister, medicine',
    quote:
      'At three in the morning it is the one screen that doesn’t shout. What needs me is amber. The rest is quiet.',
    face: { skin: 'espresso', hair: 'black', style: 'curls', wears: 'scrubs' },
  },
  {
    name: 'Hannah Lindqvist',
    role: 'Front desk lead',
    quote: 'Someone rings, I type three letters of the name, and the right record is there. Every time.',
    face: { skin: 'porcelain', hair: 'straw', style: 'bob', wears: 'shirt' },
  },
  {
    name: 'Yusuf Demir',
    role: 'Store keeper',
    quote: 'We have not run out of gloves or saline since spring. The order is drafted before I notice.',
    face: { skin: 'sand', hair: 'grey', style: 'bald', wears: 'shirt', beard: true, glasses: true },
  },
  {
    name: 'Dr Mei-Ling Chen',
    role: 'Medical director',
    quote: 'When someone asks who saw a record and why, I have the answer while they are still in the room.',
    face: { skin: 'porcelain', hair: 'black', style: 'long', wears: 'coat' },
  },
]

export interface Contributor {
  /** Names the profile in the address: /teams#mira-solberg. */
  id: string
  name: string
  role: string
  bio: string
  /** More text in the profile. */
  more: string
  face: Face
}

export const team: readonly Contributor[] = [
  {
    id: 'mira-solberg',
    name: 'Mira Solberg',
    role: 'Product and nursing',
    bio: 'Twelve years on night shifts before she drew her first screen.',
    more: 'Mira was a charge nurse in two intensive care units. She spends a week on a ward every quarter, and no screen ships before a nurse has used it with cold hands at the end of a shift.',
    face: { skin: 'porcelain', hair: 'auburn', style: 'bun', wears: 'scrubs' },
  },
  {
    id: 'arun-pillai',
    name: 'Arun Pillai',
    role: 'Engineering',
    bio: 'Keeps every screen of a hospital telling the same story.',
    more: 'Arun looks after the server and its database. He believes that a rule which the database does not keep is only a wish, and that a write is saved once or not at all.',
    face: { skin: 'umber', hair: 'black', style: 'short', wears: 'shirt', glasses: true },
  },
  {
    id: 'lea-fontaine',
    name: 'Léa Fontaine',
    role: 'Design',
    bio: 'Makes a number readable from a step away.',
    more: 'Léa drew the lantern, the wards and everything between them. Her rule is that amber means now, and that nothing on a screen moves unless it helps someone follow it.',
    face: { skin: 'sand', hair: 'brown', style: 'long', wears: 'shirt' },
  },
  {
    id: 'samuel-okoro',
    name: 'Samuel Okoro',
    role: 'Clinical safety',
    bio: 'Reviews every feature for patient safety.',
    more: 'Samuel is a pharmacist by training and keeps Lantern’s hazard log: what could go wrong for a patient, what keeps it from happening, and the test that proves it.',
    face: { skin: 'espresso', hair: 'black', style: 'short', wears: 'coat', beard: true },
  },
  {
    id: 'farida-haddad',
    name: 'Farida Haddad',
    role: 'Security and privacy',
    bio: 'Answers “who saw this?” before anyone has to ask.',
    more: 'Farida is responsible for roles, sign-in and the audit log. She attacks Lantern every week, and the findings of each attack become tests that run for ever after.',
    face: { skin: 'amber', hair: 'black', style: 'scarf', wears: 'shirt' },
  },
  {
    id: 'jonas-weber',
    name: 'Jonas Weber',
    role: 'Hospitals and support',
    bio: 'Sits next to you on the first day, and still answers on the hundredth.',
    more: 'Jonas ran the IT of a district hospital for nine years. He sets up new hospitals, trains their first shift, and reads every message that arrives at the address below.',
    face: { skin: 'porcelain', hair: 'grey', style: 'short', wears: 'shirt', glasses: true },
  },
]

export const teamPage = {
  title: 'The people behind Lantern',
  lead: 'Lantern is built by a small team of nurses, engineers and designers who still visit the wards they build for.',
  vision: {
    title: 'Our vision',
    text: 'A hospital where no one waits because of a list, no bed stands empty because no one knew, and every hour that software saves goes back to a patient.',
  },
  mission: {
    title: 'Our mission',
    text: 'To give every hospital, from one corridor to a thousand beds, software that is calm, quick and honest: the same truth on every screen, and nothing on a screen that is not true.',
  },
} as const

export const aboutPage = {
  title: 'Built for the people who keep the lights on',
  lead: 'Lantern gives a hospital one picture of itself: who waits, which bed is free, what is on the shelf. It is the same picture for the desk, the ward and the director, and it is never a minute old.',
  sections: [
    {
      title: 'Real-time bed tracking and smart allocation',
      text: 'Every bed of every ward on one board, changed for everyone the moment a patient moves. When someone is admitted, Lantern offers the beds that fit, and shows which of them come free today.',
      picture: 'beds',
      alt: 'The bed board of the demo hospital.',
    },
    {
      title: 'Dashboards that lead somewhere',
      text: 'Occupancy, waiting times, appointments and stock, for today or any period. Each figure opens the list that it counts, so a number is never the end of the conversation.',
      picture: 'dashboard',
      alt: 'The dashboard of the demo hospital.',
    },
  ],
  security: {
    title: 'Security at any hospital size',
    text: 'The same protection for a clinic with ten beds and for a hospital with a thousand.',
    points: [
      {
        title: 'Roles, enforced by the server',
        text: 'Each person sees what their work needs. A role that is withdrawn ends at once.',
      },
      {
        title: 'Every access is logged',
        text: 'Who opened, changed, printed or exported a record, and when. It can’t be edited afterwards.',
      },
      {
        title: 'Nothing leaves the building',
        text: 'Lantern runs on your own machine or in your own cloud, with no third party in between.',
      },
      {
        title: 'Nothing lost, nothing doubled',
        text: 'A power cut or a second press of a button never costs or doubles a record.',
      },
    ],
  },
} as const

export const demo = {
  title: 'Request a Demo',
  lead: 'Tell us where you work, and we will show you Lantern with a hospital like yours.',
  steps: [
    'We write back within one working day.',
    'You see your own kind of ward in a 30-minute call.',
    'You keep the demo hospital to try by yourself.',
  ],
} as const
