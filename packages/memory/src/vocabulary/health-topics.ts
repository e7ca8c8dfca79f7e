import type { TopicWords } from './topic-words.js';

/** The body, what goes into it and what it does. */
export const healthTopics: Readonly<Record<string, TopicWords>> = {
  diet: {
    answer: 'any',
    asks: `diet eat eats eating vegetarian vegan pescatarian meat food foods omnivore serve cook keto
      dietary menu restrictions avoid
      pork beef chicken fish dairy gluten`,
    says: `fish dairy gluten steak bacon chicken burger sausage cheese eggs plant-based carnivore halal
      kosher carbs sugar fasting low-carb tofu salmon beef pork lamb milk ate paleo coeliac celiac
      vegetables butcher roast
      veggie brisket ham mince sausages rib ribs anaemic iron pig quorn lentils beans cheat
      mediterranean dash atkins fodmap`,
  },
  allergy: {
    answer: 'any',
    asks: `allergy allergies allergic intolerant intolerance react reaction sensitive avoid safe
      nuts penicillin dairy pollen`,
    says: `nuts peanuts peanut lactose gluten shellfish pollen hayfever hay_fever penicillin dust eggs
      epipen rash hives outgrew outgrown skin_test allergist cats strawberries tested swelling
      antihistamine negative positive panel label hospital`,
  },
  smoking: {
    answer: 'any',
    asks: `smoke smokes smoking smoker cigarette cigarettes vape vaping tobacco nicotine`,
    says: `quit gave_up patches pack packs ashtray lighter cold_turkey puff roll-ups gum smoke-free
      fags fag ciggies ciggie rollies rollie baccy lungs chest hookah snus pouches marlboro`,
  },
  alcohol: {
    answer: 'any',
    asks: `drink drinks drinking alcohol sober teetotal beer wine`,
    says: `gin whisky whiskey pint pub dry dry_january cider cocktail wagon detox bottle hangover
      sobriety tipple lager
      booze boozing pints bottles glass drop merlot prosecco champagne rum vodka bourbon ale stout
      spirits off-licence aa`,
  },
  caffeine: {
    answer: 'any',
    asks: `coffee tea caffeine espresso latte morning_drink order drink cup`,
    says: `decaf cappuccino americano oat milk flat_white filter matcha chai rooibos herbal kettle
      teabag barista mug earl_grey peppermint sugar black jitters`,
  },
  medication: {
    answer: 'any',
    asks: `medication medicine meds dose dosage pill pills tablet tablets take taking prescription
      prescribed insulin inhaler vitamin supplement mg milligrams blood_pressure`,
    says: `pharmacist doctor upped halved doubled swapped stopped generic ibuprofen paracetamol
      statin statins metformin antibiotics sertraline twice_day consultant
      warfarin apixaban amlodipine lisinopril levothyroxine omeprazole amoxicillin atorvastatin
      tapered weaned drops cream patch injection injections jabs cardiologist gp specialist repeat`,
  },
  illness: {
    answer: 'any',
    asks: `ill illness sick condition injury injured pain knee back health diagnosis diagnosed ankle
      shoulder leg arm hurt cast crutches
      blood operation wound stitches asthma diabetes diabetic cancer`,
    says: `recovered cured remission surgery operation scan broke sprained physio healed
      cleared symptoms hospital flare relapse cast_off
      clear donor blood_group plaster boot sling ward discharged biopsy ligament tear fracture`,
  },
  sleep: {
    answer: 'time',
    asks: `wake waking alarm bed bedtime sleep asleep get_up`,
    says: `snooze nap early late night insomnia lie-in baby shift rooster`,
  },
  body: {
    answer: 'number',
    asks: `weight weigh height tall size shoe shoes shirt trousers ring waist measurements fit kilos
      pounds prescription glasses`,
    says: `kilo kg stone lost gained grew grown bump centimetres cm inches outgrown large medium small
      tailor scales lenses contacts
      scale tape ruler measured foot inch lb lbs ounces oz chest inseam`,
  },
  exercise: {
    answer: 'any',
    asks: `exercise workout gym train training fitness run running swim swimming yoga pilates membership
      keep_fit fit active class`,
    says: `marathon jog jogging laps pool weights treadmill crossfit spin spinning cycling hiking
      climbing bouldering rowing physio cancelled squats parkrun 10k triathlon trainer
      race half bib start_line miles km kilometres zumba aerobics swim_club rowing_machine karate
      deadlift personal_best stretch stretches`,
  },
  mobility: {
    answer: 'any',
    asks: `walk walking wheelchair cane stick hearing aid glasses lenses crutches brace`,
    says: `surgery laser hip stairs frame rollator`,
  },
  appearance: {
    answer: 'any',
    asks: `hair beard haircut colour color tattoo wear style glasses`,
    says: `dyed shaved cut bleached bob fringe blonde brunette ginger grey moustache salon barber
      pierced`,
  },
};
