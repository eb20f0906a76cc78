import type { ItemUnit } from '../../../contract/inventory-items.ts'
import { type ItemCategory } from '../../../contract/store/kinds.ts'

/** Who delivers, and how they are reached. */
export const suppliers = [
  ['Meridian Pharma', 'orders@meridian-pharma.example, +1 415 555 0110'],
  ['Northway Medical Supply', 'sales@northway-medical.example, +1 312 555 0142'],
  ['Corvus Instruments', 'service@corvus-instruments.example, +1 617 555 0178'],
  ['Bluewater Infusions', 'desk@bluewater-infusions.example, +1 206 555 0191'],
  ['Hygeia Hospital Hygiene', 'orders@hygeia-hygiene.example, +1 503 555 0127'],
] as const

export const locations = [
  'Main store, shelf A',
  'Main store, shelf B',
  'Main store, shelf C',
  'Cold room',
  'Controlled drugs cabinet',
  'Equipment room',
  'Sterile store',
] as const

/** name, unit, reorder level, cost, used a day, supplier, location, shelf life in days (null: keeps), description */
type Line = readonly [
  string,
  ItemUnit,
  number,
  number,
  number,
  number,
  number,
  number | null,
  (string | undefined)?,
]

const medicines: readonly Line[] = [
  ['Acetylsalicylic acid 100 mg', 'tablets', 400, 0.04, 34, 0, 0, 720],
  ['Acyclovir 400 mg', 'tablets', 120, 0.42, 6, 0, 0, 600],
  ['Adrenaline 1 mg/ml ampoule', 'pcs', 40, 3.1, 2, 0, 4, 420, 'Emergency trolleys first'],
  ['Amlodipine 5 mg', 'tablets', 300, 0.06, 22, 0, 0, 700],
  ['Amoxicillin 500 mg', 'tablets', 500, 0.11, 42, 0, 0, 540],
  ['Amoxicillin and clavulanic acid 875/125 mg', 'tablets', 250, 0.38, 18, 0, 0, 480],
  ['Atorvastatin 20 mg', 'tablets', 300, 0.09, 24, 0, 0, 700],
  ['Azithromycin 250 mg', 'tablets', 120, 0.55, 8, 0, 0, 560],
  ['Bisoprolol 2.5 mg', 'tablets', 200, 0.08, 14, 0, 0, 650],
  ['Budesonide nebuliser suspension 0.5 mg', 'pcs', 80, 1.75, 6, 0, 1, 400],
  ['Ceftriaxone 1 g vial', 'pcs', 150, 2.2, 14, 0, 1, 500],
  ['Cefuroxime 750 mg vial', 'pcs', 80, 2.65, 6, 0, 1, 500],
  ['Cetirizine 10 mg', 'tablets', 150, 0.05, 9, 0, 0, 720],
  ['Ciprofloxacin 500 mg', 'tablets', 150, 0.19, 9, 0, 0, 620],
  ['Clopidogrel 75 mg', 'tablets', 180, 0.14, 12, 0, 0, 620],
  ['Dexamethasone 4 mg/ml ampoule', 'pcs', 60, 1.15, 4, 0, 1, 450],
  ['Diazepam 5 mg', 'tablets', 80, 0.1, 4, 0, 4, 700, 'Controlled: two signatures'],
  ['Diclofenac 50 mg', 'tablets', 200, 0.07, 13, 0, 0, 640],
  ['Enoxaparin 40 mg prefilled syringe', 'pcs', 120, 4.35, 11, 0, 3, 380, 'Keep below 25 °C'],
  ['Fentanyl 0.1 mg ampoule', 'pcs', 40, 2.05, 3, 0, 4, 520, 'Controlled: two signatures'],
  ['Furosemide 40 mg', 'tablets', 200, 0.05, 16, 0, 0, 700],
  ['Gentamicin 80 mg ampoule', 'pcs', 50, 0.95, 3, 0, 1, 520],
  ['Heparin 5,000 IU/ml vial', 'pcs', 60, 3.9, 5, 0, 3, 420],
  ['Hydrocortisone 100 mg vial', 'pcs', 40, 2.8, 3, 0, 1, 520],
  ['Ibuprofen 400 mg', 'tablets', 400, 0.05, 31, 0, 0, 700],
  ['Insulin glargine 100 IU/ml pen', 'pcs', 50, 11.4, 4, 0, 3, 300, 'Cold chain, 2 to 8 °C'],
  ['Insulin lispro 100 IU/ml pen', 'pcs', 50, 9.8, 4, 0, 3, 300, 'Cold chain, 2 to 8 °C'],
  ['Ipratropium nebuliser solution', 'pcs', 60, 0.85, 4, 0, 1, 460],
  ['Ketamine 50 mg/ml vial', 'pcs', 20, 6.1, 1, 0, 4, 520, 'Controlled: two signatures'],
  ['Lactulose oral solution', 'ml', 4000, 0.01, 260, 0, 1, 500],
  ['Levothyroxine 50 µg', 'tablets', 150, 0.07, 9, 0, 0, 540],
  ['Lidocaine 1 % injection', 'ml', 800, 0.06, 60, 0, 1, 480],
  ['Lorazepam 1 mg', 'tablets', 60, 0.16, 3, 0, 4, 640, 'Controlled: two signatures'],
  ['Magnesium sulfate 50 % ampoule', 'pcs', 30, 1.35, 2, 0, 1, 620],
  ['Metformin 500 mg', 'tablets', 500, 0.04, 38, 0, 0, 720],
  ['Metoclopramide 10 mg ampoule', 'pcs', 80, 0.6, 6, 0, 1, 540],
  ['Metronidazole 500 mg/100 ml infusion', 'pcs', 60, 1.95, 5, 3, 1, 540],
  ['Midazolam 5 mg ampoule', 'pcs', 40, 1.25, 3, 0, 4, 540, 'Controlled: two signatures'],
  ['Morphine 10 mg/ml ampoule', 'pcs', 60, 1.8, 5, 0, 4, 600, 'Controlled: two signatures'],
  ['Naloxone 0.4 mg ampoule', 'pcs', 15, 5.6, 0.4, 0, 4, 480, 'Emergency trolleys first'],
  ['Noradrenaline 4 mg ampoule', 'pcs', 40, 4.9, 3, 0, 3, 360],
  ['Omeprazole 20 mg', 'tablets', 400, 0.07, 29, 0, 0, 600],
  ['Ondansetron 4 mg ampoule', 'pcs', 80, 0.75, 7, 0, 1, 560],
  ['Oral rehydration salts', 'pcs', 150, 0.22, 9, 0, 0, 720],
  ['Oxytocin 10 IU ampoule', 'pcs', 40, 1.9, 3, 0, 3, 320, 'Cold chain, 2 to 8 °C'],
  ['Pantoprazole 40 mg vial', 'pcs', 80, 2.4, 7, 0, 1, 540],
  ['Paracetamol 500 mg', 'tablets', 800, 0.02, 76, 0, 0, 720],
  ['Paracetamol 1 g/100 ml infusion', 'pcs', 150, 1.6, 15, 3, 1, 540],
  ['Paracetamol syrup 120 mg/5 ml', 'ml', 3000, 0.01, 190, 0, 1, 480],
  ['Piperacillin and tazobactam 4.5 g vial', 'pcs', 80, 6.8, 7, 0, 1, 480],
  ['Potassium chloride 7.45 % ampoule', 'pcs', 60, 0.9, 4, 3, 4, 640, 'Never undiluted'],
  ['Prednisolone 5 mg', 'tablets', 200, 0.05, 12, 0, 0, 640],
  ['Propofol 1 % 20 ml', 'pcs', 60, 4.2, 5, 0, 1, 440],
  ['Ramipril 5 mg', 'tablets', 250, 0.08, 17, 0, 0, 640],
  ['Salbutamol inhaler 100 µg', 'pcs', 50, 3.35, 3, 0, 0, 540],
  ['Salbutamol nebuliser solution 2.5 mg', 'pcs', 120, 0.45, 9, 0, 1, 460],
  ['Sertraline 50 mg', 'tablets', 120, 0.12, 7, 0, 0, 640],
  ['Tetanus vaccine 0.5 ml', 'pcs', 30, 12.5, 2, 0, 3, 260, 'Cold chain, 2 to 8 °C'],
  ['Tramadol 50 mg', 'tablets', 150, 0.1, 10, 0, 4, 640],
  ['Vancomycin 1 g vial', 'pcs', 40, 8.9, 3, 0, 1, 460],
  ['Vitamin K 10 mg ampoule', 'pcs', 30, 1.05, 1, 0, 1, 500],
  ['Warfarin 3 mg', 'tablets', 120, 0.09, 6, 0, 0, 640],
  ['Water for injection', 'ml', 3000, 0.01, 240, 3, 2, 800],
]

const equipment: readonly Line[] = [
  ['Bed rail pad, pair', 'pcs', 6, 48, 0.05, 2, 5, null],
  ['Blood pressure cuff, adult', 'pcs', 10, 18.5, 0.2, 2, 5, null],
  ['Blood pressure cuff, child', 'pcs', 6, 17.25, 0.1, 2, 5, null],
  ['Crutches, pair', 'pcs', 8, 32, 0.4, 2, 5, null],
  ['Digital thermometer', 'pcs', 15, 9.4, 0.3, 2, 5, null],
  ['ECG monitor lead set, 5 leads', 'pcs', 6, 74, 0.1, 2, 5, null],
  ['Glucose meter', 'pcs', 8, 24.9, 0.1, 2, 5, null],
  ['Infusion pump', 'pcs', 4, 1180, 0.02, 2, 5, null],
  ['Laryngoscope handle', 'pcs', 3, 96, 0.03, 2, 5, null],
  ['Nebuliser compressor', 'pcs', 4, 68, 0.05, 2, 5, null],
  ['Otoscope', 'pcs', 4, 112, 0.03, 2, 5, null],
  ['Oxygen flow meter', 'pcs', 6, 41, 0.08, 2, 5, null],
  ['Pulse oximeter, finger', 'pcs', 10, 36, 0.2, 2, 5, null],
  ['Reflex hammer', 'pcs', 4, 7.8, 0.03, 2, 5, null],
  ['Resuscitation bag, adult', 'pcs', 6, 39.5, 0.1, 2, 5, null],
  ['Resuscitation bag, infant', 'pcs', 4, 39.5, 0.05, 2, 5, null],
  ['Stethoscope', 'pcs', 8, 28, 0.1, 2, 5, null],
  ['Suction unit, portable', 'pcs', 2, 410, 0.02, 2, 5, null],
  ['Syringe pump', 'pcs', 4, 960, 0.02, 2, 5, null],
  ['Transfer board', 'pcs', 2, 145, 0.01, 2, 5, null],
  ['Walking frame', 'pcs', 5, 44, 0.15, 2, 5, null],
  ['Wheelchair, folding', 'pcs', 3, 265, 0.02, 2, 5, null],
]

const supplies: readonly Line[] = [
  ['Adhesive bandage, assorted', 'pcs', 400, 0.03, 26, 1, 2, 1500],
  ['Alcohol swab', 'pcs', 1500, 0.02, 140, 4, 2, 900],
  ['Autoclave tape', 'pcs', 12, 3.6, 0.6, 4, 6, 900],
  ['Bandage, elastic 8 cm', 'pcs', 120, 0.75, 8, 1, 2, null],
  ['Bed sheet, disposable', 'pcs', 200, 0.6, 16, 4, 2, null],
  ['Blood collection tube, EDTA', 'pcs', 400, 0.18, 34, 1, 2, 400],
  ['Blood collection tube, serum', 'pcs', 400, 0.17, 36, 1, 2, 400],
  ['Central venous catheter set', 'pcs', 12, 38, 0.7, 1, 6, 900],
  ['Chlorhexidine 2 % solution', 'litres', 12, 7.2, 0.9, 4, 2, 700],
  ['Cotton wool', 'kg', 10, 6.4, 0.6, 1, 2, null],
  ['Disinfectant for surfaces', 'litres', 30, 3.1, 2.4, 4, 2, 720],
  ['Electrodes for ECG', 'pcs', 600, 0.09, 48, 1, 2, 540],
  ['Endotracheal tube 7.5 mm', 'pcs', 20, 2.9, 0.9, 1, 6, 1100],
  ['Examination gloves, nitrile M', 'pcs', 3000, 0.07, 310, 4, 2, 1100],
  ['Examination gloves, nitrile L', 'pcs', 2000, 0.07, 190, 4, 2, 1100],
  ['Face mask, surgical', 'pcs', 1500, 0.05, 130, 4, 2, 1100],
  ['FFP2 respirator', 'pcs', 300, 0.65, 18, 4, 2, 1100],
  ['Gauze swab, sterile 10 × 10 cm', 'pcs', 800, 0.06, 70, 1, 6, 1100],
  ['Glucose 5 % 500 ml', 'pcs', 80, 1.15, 7, 3, 2, 700],
  ['Glucose test strip', 'pcs', 400, 0.24, 33, 1, 2, 420],
  ['Hand sanitiser', 'litres', 20, 4.8, 1.8, 4, 2, 700],
  ['Infusion set', 'pcs', 250, 0.85, 21, 1, 6, 1300],
  ['IV cannula 18 G', 'pcs', 150, 0.62, 11, 1, 6, 1300],
  ['IV cannula 20 G', 'pcs', 250, 0.62, 22, 1, 6, 1300],
  ['IV cannula 22 G', 'pcs', 200, 0.62, 16, 1, 6, 1300],
  ['Needle 21 G', 'pcs', 600, 0.04, 52, 1, 2, 1500],
  ['Oxygen mask, adult', 'pcs', 60, 1.4, 4, 1, 2, null],
  ['Ringer lactate 1,000 ml', 'pcs', 120, 1.55, 11, 3, 2, 760],
  ['Scalpel blade no. 10', 'pcs', 100, 0.28, 5, 1, 6, 1500],
  ['Sharps container 2 litres', 'pcs', 40, 2.1, 2.6, 4, 2, null],
  ['Sodium chloride 0.9 % 500 ml', 'pcs', 250, 0.95, 24, 3, 2, 760],
  ['Sodium chloride 0.9 % 1,000 ml', 'pcs', 150, 1.25, 13, 3, 2, 760],
  ['Sterile gloves 7.5', 'pcs', 200, 0.55, 14, 4, 6, 1100],
  ['Suture 3-0, absorbable', 'pcs', 80, 2.75, 5, 1, 6, 1300],
  ['Syringe 5 ml', 'pcs', 800, 0.06, 66, 1, 2, 1500],
  ['Syringe 10 ml', 'pcs', 600, 0.08, 44, 1, 2, 1500],
  ['Three-way stopcock', 'pcs', 100, 0.9, 6, 1, 6, 1100],
  ['Urinary catheter 14 Ch', 'pcs', 50, 1.85, 3, 1, 6, 1300],
  ['Urine collection bag', 'pcs', 80, 0.95, 5, 1, 2, 1500],
]

export interface StockedItem {
  name: string
  category: ItemCategory
  unit: ItemUnit
  reorderLevel: number
  cost: number
  dailyUse: number
  supplier: number
  location: number
  shelfLife: number | null
  description: string | null
}

function stocked(category: ItemCategory, lines: readonly Line[]): StockedItem[] {
  return lines.map(
    ([name, unit, reorderLevel, cost, dailyUse, supplier, location, shelfLife, description]) => ({
      name,
      category,
      unit,
      reorderLevel,
      cost,
      dailyUse,
      supplier,
      location,
      shelfLife,
      description: description ?? null,
    }),
  )
}

/** What the demo hospital keeps, and how much of it goes out a day. */
export const stockedItems: readonly StockedItem[] = [
  ...stocked('MEDICINE', medicines),
  ...stocked('EQUIPMENT', equipment),
  ...stocked('SUPPLIES', supplies),
]
