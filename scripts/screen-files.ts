/**
 * Which modules of the screens are bundled into one file. Modules that load at the same time belong together, because
 * small files compress worse, and the start lists every file that may be loaded later. A module belongs to the first
 * part that claims it.
 */

interface Parts {
  /** Folders or files of Mantine's components and hooks. */
  mantine?: string
  icons?: string
  /** Beginnings of paths below node_modules/. */
  packages?: string
  /** Beginnings of paths in Lantern's own sources. */
  own?: string
}

const parts: Readonly<Record<string, Parts>> = {
  // Parts of every form, beginning with sign-in's.
  forms: {
    mantine: 'PasswordInput',
    packages: '@mantine/form/ fast-deep-equal/ klona/',
    own: `web/ground/client/forms. web/ground/ui/form/FormErrors. web/ground/ui/form/PasswordField. web/ground/ui/form/typed-day.
      web/ground/sign-in/credentials. web/ground/sign-in/EnterButton. web/ground/sign-in/second-factor/PasskeyButton.
      web/ground/sign-in/second-factor/passkey-support. contract/api/sentences.`,
  },
  // Icons of what is opened later, which the lists and boards do not load.
  laterIcons: {
    icons: `Archive Bandage Box CalendarCancel CalendarStats Check Checks Columns3 Copy DatabaseExclamation FileX
      HourglassHigh HourglassLow Keyboard ListCheck Loader2 LockOpen Logout MailExclamation Notes PackageOff PencilShare
      PhotoOff PillOff PlayerPause Send SwitchHorizontal TableImport ZoomQuestion`,
  },
  // Parts that sign-in shares with the lists and with every page.
  inputs: { mantine: 'Input InputBase TextInput' },
  small: {
    mantine: `create-safe-context use-resolved-styles-api ActionIcon Stack use-id random-id use-uncontrolled CloseButton
      Alert`,
    packages: `@tanstack/react-query/build/modern/use(Base|Suspense)?Query.
      @tanstack/react-query/build/modern/(suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider).
      @tanstack/query-core/build/modern/queryObserver.`,
    own: 'web/ground/sign-in/auth. web/ground/client/drafts.',
  },
  // Parts of every page for signed-in users.
  page: {
    mantine: 'Skeleton Group use-disclosure get-auto-contrast-value create-event-handler use-merged-ref',
    icons: `BaselineDensity(Small|Medium|Large) Arrow(Down|Up|sSort) Search ChevronDown UserCheck Urgent CalendarTime Ban Bell Menu2
      AlertTriangle Heartbeat Hourglass PlayerPlayFilled Dots`,
    packages: '@tanstack/react-router/dist/esm/useLocation.',
    own: `web/ground/client/live/(events|live|stream). web/ground/links/StatCardLink. web/people/notifications/(device|placing|queries).
      contract/people/notifications. web/ground/records/(failures|steady). web/ground/records/edit/differences.
      web/ground/records/list/(RecordList|rows). web/ground/sign-in/logo. web/ground/shell/(shortcuts|triggers|Shell.module).
      web/front-desk/appointments/(words|how-booked). web/ground/ui/StatusBadge. web/ground/ui/use-phone. web/ground/ui/BusyButton. web/ground/ui/page/(PageHeader|use-shrunk|Section|EmptyState|StatCard)
      web/ground/ui/list/(ChoiceBar|DataTable|DensitySwitch|Pager|density|scanned)`,
  },
  // More parts of nearly every list, and of boards.
  list: {
    mantine: `Badge Kbd use-hotkeys use-callback-ref use-debounced-(callback|value) noop DirectionProvider
      create-scoped-keydown-handler find-element-ancestor`,
    icons:
      'AdjustmentsHorizontal Selector Plus Pencil Printer Candle Lock ArrowBackUp ClockExclamation Calendar Chevron(Left|Right)',
    own: `contract/fold. contract/search/people. contract/people/birth/birth. web/ground/ui/form/first-hit. web/ground/ui/list/(ListFilters|SearchField|ClearFilters|LateChoice|ChoiceStandIn|arrows)
      web/ground/ui/list/FilterChip. web/ground/ui/page/ListHeader. web/ground/records/list/NoMatch. web/people/patients/words. web/ground/ui/LatePopover. web/ground/ui/form/LateCalendar. web/people/patients/identity/(PatientIdentity|RecordLink)`,
  },
  marks: { mantine: 'Checkbox/CheckIcon Radio/RadioIcon InlineInput InputsGroupFieldset' },
  // Dialogs and menus, which open above a page.
  above: {
    mantine: `FocusTrap Portal Overlay VisuallyHidden Popover Menu ModalBase Modal Drawer ScrollArea Paper
      Floating use-focus-(trap|return) use-click-outside use-long-press use-delayed-hover get-default-z-index
      get-single-element-child is-element close-on-escape get-context-item-index
      get-ref-prop use-window-event Accordion use-mantine-color-scheme use-color-scheme Divider
      get-style-object get-transition-props`,
    packages: `@floating-ui/ react-remove-scroll/ react-remove-scroll-bar/ react-style-singleton/ use-sidecar/
      use-callback-ref/ get-nonce/ tslib/ tabbable/`,
    own: 'web/ground/ui/dialog/(DialogFrame|ConfirmDialog|escape) web/ground/ui/ButtonMenu.',
  },
  choices: { mantine: 'Checkbox' },
  // Parts of the forms of dialogs and pages.
  fields: {
    mantine: 'Combobox Select use-previous find-element-in-shadow-dom Textarea Radio Chip get-env',
    own: `web/ground/ui/FormPopover. web/ground/ui/form/(Choice|DayField|DraftNotice|use-typed-day|CopyField) web/ground/ui/hospital-moment.
      web/ground/ui/AboutBox web/ground/ui/dialog/Dialog web/ground/ui/page/AttentionPanel web/ground/records/(edit|form|DeleteDialog)`,
  },
  // Patient and doctor fields.
  people: {
    own: `web/people/patients/identity/(PatientPicker|PatientSummary|patient-columns)
      web/people/staff/(DoctorField|DoctorChoice|doctor-choices|words). web/clinical/entries/UnlikelyQuestion.`,
  },
  booking: {
    own: 'web/front-desk/appointments/(booking/(PassedTime|TypeField|AppointmentSummary)|hours/(Times.module|TimeField|free-times))',
  },
  hours: { own: 'web/front-desk/schedules/(Schedules|DoctorWeek|LeftBookings|outside|runs|session-words)' },
  absences: {
    own: 'web/front-desk/closures/(Absence|OutsideHours|Worklist|choices|closure-words|own|queries)',
  },
  absenceForms: { own: 'web/front-desk/closures/(ClosureDialog|WithdrawDialog|closure-form)' },
  ordering: {
    own: `web/store/suppliers-and-locations/(ListField|names|queries). contract/store/(storage-locations|suppliers).`,
  },
  rows: {
    mantine: 'Pagination use-pagination',
    icons: 'DotsVertical Download Trash Eye',
    own: `web/ground/records/row/RowAction web/ground/client/save-file. web/ground/records/list/(ExportButton|refused-list|list-address|only-hit) web/ground/ui/list/ChoiceFilter.
      web/ground/ui/page/ListFigures`,
  },
  // Details of patients in lists.
  ward: {
    own: `contract/clinical/warnings/(bands|early-warning). web/clinical/vitals/warning/(band-looks|LastScore|queries)`,
  },
  allergies: {
    icons: 'HelpCircle AlertTriangleFilled',
    own: `contract/clinical/(allergy-words|entries). web/people/patients/identity/(Allergies|MoreAllergies)
      web/clinical/entries/shown.`,
  },
  stays: {
    icons: 'Ambulance DoorExit Tool TrendingUp Alarm',
    own: 'web/wards/beds-and-admissions/words. web/wards/beds-and-admissions/stays/(ExpectedDischarge|Admission.module) contract/wards/admissions.',
  },
  occupancy: { own: 'web/wards/beds-and-admissions/(queries|units). contract/wards/(beds|units).' },
  tabs: { mantine: 'Tabs get-safe-id use-force-update' },
  // Links that the dashboard and the finder share.
  figures: { icons: 'ChartBar Report' },
  charts: {
    own: 'web/ground/charts/(BarChart|LineChart|ChartFrame|Chart.module)',
  },
  stock: { own: 'contract/store/(items|stock).' },
  // The lists that the finder searches.
  found: {
    own: 'web/store/items/queries. web/store/purchase-orders/queries. contract/store/purchase-orders. web/people/staff/accounts.',
  },
  store: {
    own: `contract/store/recipients. web/store/items/words.
      web/store/items/stock/Stock.module`,
  },
  vitals: {
    icons: 'ActivityHeartbeat',
    own: `contract/clinical/(units/units|signs|news2|vitals|normal). web/clinical/vitals/(Vitals.module|News2|queries|units|words)`,
  },
  medicines: {
    own: `contract/clinical/(abbreviations|medications|problems).
      contract/clinical/formulary/strength.`,
  },
  // The names and classes by which a medicine is held against allergies.
  substances: { own: 'contract/clinical/(allergy-classes|medicine-names).' },
  // The maxima that a prescription is checked by.
  maxima: { own: 'contract/clinical/formulary/(match|dose-check|formulary).' },
  record: {
    packages: `@tanstack/query-core/build/modern/infiniteQueryObserver.
      @tanstack/react-query/build/modern/(infiniteQueryOptions|useInfiniteQuery).`,
    own: `contract/clinical/allergies. web/people/patients/labels/labels. web/clinical/entries/(StruckWords|late-dialogs). web/clinical/visit-notes/VisitNote.module
      web/people/patients/identity/PatientBanner. web/people/patients/record/(PhoneLink|patient-facts.module) web/people/patients/contacts/late. web/ground/records/(MissingRecord|list/ShortList|list/MoreButton)
      web/ground/ui/page/Facts. web/front-desk/appointments/history/patient-columns.`,
  },
  visits: {
    own: `contract/clock. contract/front-desk/appointment-days. contract/clinical/visit-notes. web/clinical/visit-notes/(queries|words|VisitNote). web/front-desk/appointments/abilities.
      web/front-desk/appointments/booking/about-appointment. web/front-desk/appointments/slip/slip. web/front-desk/appointments/board/(board|moves|one-call)
      web/front-desk/appointments/consultation/open-record. web/front-desk/appointments/queue/(DayNavigator|OpdQueue.module)
      web/people/clinics/late.`,
    icons: 'Speakerphone',
  },
  // Contacts and coverage: they load after the record, and for paper.
  contacts: {
    own: `contract/people/(contacts|contact-form|coverage|payers|registration). web/people/payers/queries.
      web/people/patients/(contacts|coverage)/(printed|queries|minor|valid-words).`,
  },
  // The fields of contacts, which the dialogs and the registration share.
  kin: { own: 'web/people/patients/(contacts|coverage)/(contact-form|coverage-form|ContactFields).' },
  // A day and a week share all but their screens; the print is apart.
  calendar: {
    icons: 'Beach Confetti ArrowsMove',
    own: 'web/front-desk/calendar/(CalendarBody|CalendarGrid|Calendar.module|ColumnHead|EntryCard|GridCell|addresses|day-keys|grid-focus|layout|moving|printed.ts|queries|words)',
  },
  print: {
    own: 'web/ground/ui/print/(PrintSheet|Fitted|PrintPage|PrintTable) web/ground/records/print/(useForPrint|all-pages|RecordPrint)',
  },
}

const oneOf = (terms: string) => `(${terms.split(/\s+/).join('|').replaceAll('.', '\\.')})`

function testOf({ mantine, icons, packages, own }: Parts): RegExp {
  const ways = [
    mantine && `/node_modules/@mantine/(core|hooks)/esm/(.*/)?${oneOf(mantine)}[/.]`,
    icons && `/icons-react/.*/Icon${oneOf(icons)}[.]`,
    packages && `/node_modules/${oneOf(packages)}`,
    own && `/${oneOf(own)}`,
  ]
  return new RegExp(ways.filter(Boolean).join('|').replaceAll('/', '[\\\\/]'))
}

/**
 * The parts of the start that are evaluated one after another (`startInTasks` in vite.config.ts), each after its
 * imports.
 */
const startParts = {
  react: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/,
  rules: /[\\/](zod|contract)[\\/]/,
}

export const screenFiles = [
  ...Object.entries(startParts).map(([name, test]) => ({
    name,
    test,
    tags: ['$initial' as const],
    includeDependenciesRecursively: false,
  })),
  { name: 'start', tags: ['$initial' as const] },
  ...Object.entries(parts).map(([name, part]) => ({
    name,
    test: testOf(part),
    includeDependenciesRecursively: false,
  })),
  { name: 'icons', test: /icons-react/, minShareCount: 2, includeDependenciesRecursively: false },
]
