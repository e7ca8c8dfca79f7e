import type { TopicWords } from './topic-words.js';

/** Money, devices and errands. */
export const dailyTopics: Readonly<Record<string, TopicWords>> = {
  bank: {
    answer: 'name',
    asks: `bank banks banking account iban card pay_into savings credit_card salary_account payments
      sort_code direct_debit mortgage payroll`,
    says: `branch barclays hsbc monzo revolut n26 starling lloyds santander chase ing commerzbank
      sparkasse closed opened switched overdraft app direct_debits joint standing_order sort_code
      nationwide natwest halifax tsb credit_union aib wells_fargo citi westpac anz transferred
      building_society`,
  },
  insurance: {
    answer: 'name',
    asks: `insurance insured insurer policy cover premium health_insurance insure
      covered coverage plan health_plan`,
    says: `renewal renewed switched quote allianz axa aviva geico claim excess claims
      covered lapsed cobra blue_shield bupa medicare premiums broker deductible`,
  },
  carrier: {
    answer: 'name',
    asks: `carrier provider operator network sim plan tariff contract`,
    says: `vodafone o2 ee three t-mobile telekom verizon at&t orange giffgaff sim_only esim roaming
      coverage signal ported switched data`,
  },
  handset: {
    answer: 'name',
    asks: `phone smartphone handset mobile device tablet watch smartwatch`,
    says: `iphone pixel galaxy samsung android fairphone nokia motorola cracked screen upgraded dropped
      traded battery case xiaomi oneplus`,
  },
  computer: {
    answer: 'name',
    asks: `laptop computer machine desktop pc workstation operating_system os distro monitor keyboard`,
    says: `macbook thinkpad notebook dell lenovo framework linux ubuntu fedora debian arch windows mac
      macos chromebook died issued ssd ram reinstall dual boot mechanical mouse`,
  },
  shopping: {
    answer: 'name',
    asks: `supermarket shop shopping groceries grocery buy store market order bakery butcher`,
    says: `aldi lidl tesco sainsbury waitrose rewe edeka costco walmart kroger carrefour migros coop
      closed delivery basket veg_box loyalty`,
  },
  clothes: {
    answer: 'any',
    asks: `wear wearing clothes outfit jacket coat dress suit shoes trainers boots`,
    says: `bought returned fits tailor altered zip sleeves ripped`,
  },
  subscription: {
    answer: 'name',
    asks: `subscription subscribe newspaper magazine gym membership box plan
      still_pay come_off cost`,
    says: `cancelled renewed trial expired joined switched rolling monthly
      killed axed binned ended price_hike direct_debit`,
  },
  vehicle_use: {
    answer: 'any',
    asks: `bike bicycle cycle licence license drive boat motorbike`,
    says: `stolen puncture sold helmet gears brakes lessons passed test points`,
  },
  language: {
    answer: 'any',
    asks: `language reply answer respond write units celsius fahrenheit metric imperial format tone
      formal informal english bullet bullets short brief emojis address_me
      replies answers answered formatted style explain explained code_examples analogies
      how_should_answer swear`,
    says: `please from_now stop prefer german french spanish plain concise casual markdown tables emoji
      sentences paragraphs
      lists list dots sentence screen_reader voice speaker paragraph analogies examples formal
      first_name mister`,
  },
  belief: {
    answer: 'any',
    asks: `religion religious church faith vote party politics believe`,
    says: `baptised converted mosque mass confirmed joined left synagogue`,
  },
  plan: {
    answer: 'any',
    asks: `plan plans planning going_to intend decide decided choice chose option`,
    says: `instead scrapped fell_through changed_mind settled going_with picked cancelled booked
      u-turn`,
  },
  event: {
    answer: 'place',
    asks: `party wedding venue reception conference event ceremony concert picnic held location meet
      meeting_place where`,
    says: `flooded double-booked burned moved marquee hall church barn deposit booked restaurant
      terrace rooftop`,
  },
  permit: {
    answer: 'any',
    asks: `visa permit passport citizenship allowed legally residency nationality work_permit status`,
    says: `granted expired stamped blue_card green_card embassy naturalised naturalized renewal oath`,
  },
  identifier: {
    answer: 'number',
    asks: `number reference flight_number reg registration plate account sort_code policy membership
      serial booking pnr invoice code blood_group`,
    says: `letter email misread reads printed wrong digits correct certificate card slip receipt`,
  },
  measure: {
    answer: 'number',
    asks: `size height width length tall wide long depth weight heavy weigh diameter gauge temperature
      degrees oven needle needles strength thickness`,
    says: `inch inches mm cm metres meters foot feet kg kilo kilos grams lb lbs tape ruler measured
      scales pattern recipe card thermometer celsius fahrenheit`,
  },
  amount: {
    answer: 'number',
    asks: `many much quantity people students seats kids guests members staff users partitions rows
      chairs desks tickets stitches count`,
    says: `extra more fewer joined dropped added another roster list counted recount total all`,
  },
};
