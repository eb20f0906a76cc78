import { expect, test } from 'vitest'
import { medicineClasses } from './allergy-classes.ts'
import content from './medicine-names.json' with { type: 'json' }
import { spelledOut } from './medicine-names.ts'

const names = (text: string) => text.split(/\s+/).filter(Boolean)

/**
 * The substances of medicine-names.json that belong to each class, by the WHO ATC groups beside it in
 * allergy-classes.ts. The other substances belong to none.
 */
const members = {
  penicillins: `penicillin amoxicillin ampicillin benzylpenicillin phenoxymethylpenicillin flucloxacillin cloxacillin
    dicloxacillin oxacillin nafcillin methicillin piperacillin ticarcillin temocillin pivmecillinam mecillinam clavulanic
    sulbactam tazobactam`,
  cephalosporins: `cephalosporin cefalexin cephalexin cefaclor cefadroxil cefazolin cefradine cephradine cefuroxime cefotaxime
    cefoxitin ceftriaxone ceftazidime cefixime cefepime cefpodoxime cefdinir cefprozil cefotetan ceftaroline ceftobiprole
    ceftolozane cefiderocol`,
  carbapenems: 'meropenem imipenem ertapenem doripenem',
  sulfonamides:
    'sulfonamide sulphonamide sulfamethoxazole sulfadiazine sulfasalazine sulfadoxine sulfacetamide',
  trimethoprim: 'trimethoprim',
  macrolides: 'erythromycin azithromycin clarithromycin roxithromycin telithromycin spiramycin',
  quinolones: 'ciprofloxacin levofloxacin moxifloxacin ofloxacin norfloxacin delafloxacin',
  tetracyclines: `tetracycline doxycycline minocycline oxytetracycline lymecycline demeclocycline tigecycline`,
  aminoglycosides: 'gentamicin tobramycin amikacin neomycin streptomycin',
  NSAIDs: `aspirin acetylsalicylic ibuprofen ketoprofen dexketoprofen flurbiprofen naproxen diclofenac aceclofenac indometacin
    indomethacin ketorolac meloxicam piroxicam tenoxicam celecoxib etoricoxib parecoxib mefenamic etodolac nabumetone
    sulindac`,
  opioids: `morphine diamorphine codeine dihydrocodeine oxycodone hydrocodone hydromorphone oxymorphone fentanyl alfentanil
    remifentanil sufentanil tramadol tapentadol methadone pethidine meperidine buprenorphine dextropropoxyphene dipipanone
    pentazocine nalbuphine butorphanol meptazinol`,
  'ACE inhibitors': `ramipril lisinopril enalapril captopril perindopril quinapril fosinopril trandolapril benazepril
    imidapril`,
  statins: 'simvastatin atorvastatin rosuvastatin pravastatin fluvastatin lovastatin pitavastatin',
  'local anaesthetics': `lidocaine lignocaine bupivacaine levobupivacaine ropivacaine prilocaine mepivacaine articaine
    tetracaine benzocaine`,
  heparins: 'heparin enoxaparin dalteparin tinzaparin nadroparin',
  benzodiazepines: `diazepam lorazepam midazolam alprazolam clonazepam temazepam nitrazepam oxazepam clobazam
    chlordiazepoxide triazolam`,
  'iodinated contrast media':
    'iohexol iopamidol iodixanol iopromide ioversol iomeprol iobitridol amidotrizoate',
}
const classesOf = (substance: string) =>
  Object.entries(members).flatMap(([name, substances]) =>
    names(substances).includes(substance) ? [name] : [],
  )
const found = (text: string) =>
  medicineClasses.flatMap(({ name, words }) => (words.test(spelledOut(text)) ? [name] : [])).toSorted()

const substances = content.substances.flatMap(names)
const others = Object.entries(content.otherNames)

test('each class of substances is one that is asked about, and lists what is in the file', () => {
  expect(Object.keys(members)).toEqual(medicineClasses.map(({ name }) => name))
  const listed = Object.values(members).flatMap(names)
  expect(listed.filter((substance) => !substances.includes(substance))).toEqual([])
})

test('every substance is found in the classes of its ATC groups, and in no other', () => {
  const wrong = substances.filter((one) => String(found(one)) !== String(classesOf(one).toSorted()))
  expect(wrong.map((one) => [one, found(one), classesOf(one)])).toEqual([])
})

test('every brand, older name and misspelling has exactly the classes of its substances', () => {
  const wrong = others.flatMap(([of, brands]) => {
    const classes = [...new Set(names(of).flatMap(classesOf))].toSorted()
    return names(brands).flatMap((brand) =>
      String(found(brand)) === String(classes) ? [] : [[brand, found(brand), classes]],
    )
  })
  expect(wrong).toEqual([])
})

test('each other name stands for substances of the list, and once', () => {
  expect(others.flatMap(([of]) => names(of)).filter((one) => !substances.includes(one))).toEqual([])
  const brands = others.flatMap(([, written]) => names(written))
  expect(brands.filter((brand, place) => brands.indexOf(brand) !== place)).toEqual([])
  expect(substances.filter((one, place) => substances.indexOf(one) !== place)).toEqual([])
})
