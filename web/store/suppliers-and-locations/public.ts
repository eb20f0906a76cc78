/** What other nouns' screens use of suppliers and storage locations. */
export { LocationField, SupplierField } from './ListField.tsx'
export { LocationName, SupplierName } from './names.tsx'
export { locationsQuery, suppliersQuery } from './queries.ts'
export { StoreLists } from './StoreLists.tsx'
