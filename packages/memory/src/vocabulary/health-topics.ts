import type { TopicWords } from './topic-words.js';

/** The body, what goes into it and what it does. */
export const healthTopics: Readonly<Record<string, TopicWords>> = {
  diet: {
    answer: 'any',
    asks: `diet eat eats eating vegetarian vegan pescatarian meat food foods omnivore serve cook keto
      dietary menu restrictions avoid pork beef chicken fish dairy gluten veg veggie meat-free
      carnivorous nibble tuck_into off_limits can_i_have`,
    says: `fish dairy gluten steak bacon chicken burger sausage cheese eggs plant-based carnivore halal
      kosher carbs sugar fasting low-carb tofu salmon beef pork lamb milk ate paleo coeliac celiac
      vegetables butcher roast veggie brisket ham mince sausages rib ribs anaemic iron pig quorn
      lentils beans cheat mediterranean dash atkins fodmap pescetarian flexitarian veganuary
      mushrooms nut_roast oat_milk soy soya seitan tempeh jackfruit cutlet roast_chicken
      sunday_roast bacon_sandwich bacon_butty pulled_pork burgers ribeye sirloin mincemeat meatballs
      pepperoni chorizo salami lamb_chops kebabs prawns mussels haddock cod tuna sardines kippers
      anchovies cheddar brie yoghurt lactose lactofree casein whey carb low-fod low_fodmap
      gluten-free sourdough fasting_window intermittent weight_watchers slimming_world noom calories
      macros ramadan lent shabbat hindu jain buddhist raw_food juice_cleanse gout cholesterol
      low-salt salt diabetic_diet`,
  },
  allergy: {
    answer: 'any',
    asks: `allergy allergies allergic intolerant intolerance react reaction sensitive avoid safe nuts
      penicillin dairy pollen allergen allergens hives reacts anaphylaxis safe_to_have`,
    says: `nuts peanuts peanut lactose gluten shellfish pollen hayfever hay_fever penicillin dust eggs
      epipen rash hives outgrew outgrown skin_test allergist cats strawberries tested swelling
      antihistamine negative positive panel label hospital antihistamines piriton benadryl zyrtec
      challenge food_challenge oral_challenge immunologist desensitised desensitized desensitisation
      exposure peanut_butter almond cashew walnut hazelnut sesame soy wheat celery mustard latex
      bee_stings wasp de-labelled de-labeled grew_out grown_out all_clear false_positive blood_test
      patch_test`,
  },
  smoking: {
    answer: 'any',
    asks: `smoke smokes smoking smoker cigarette cigarettes vape vaping tobacco nicotine smokes_still
      tobacco_habit nicotine_habit light_up lighting_up`,
    says: `quit gave_up patches pack packs ashtray lighter cold_turkey puff roll-ups gum smoke-free fags
      fag ciggies ciggie rollies rollie baccy lungs chest hookah snus pouches marlboro roll-up
      rolling_papers rizla golden_virginia camels marlboros benson lambert dunhill cigars cigar pipe
      nicorette champix chantix varenicline vapes elf_bar juul stopped_smoking stop_smoking
      packed_in_the packed_it_in kicked_the_habit weeks_off days_without smoke_break twenty_a_day
      ten_a_day pack_a_day`,
  },
  alcohol: {
    answer: 'any',
    asks: `drink drinks drinking alcohol sober teetotal beer wine tipsy boozer drinker have_a_drink
      glass_of what_do_i_drink`,
    says: `gin whisky whiskey pint pub dry dry_january cider cocktail wagon detox bottle hangover
      sobriety tipple lager booze boozing pints bottles glass drop merlot prosecco champagne rum
      vodka bourbon ale stout spirits off-licence aa on_the_wagon off_the_drink off_the_booze
      dry_since sober_since meetings sponsor chip lime_and_soda alcohol-free zero_percent
      zero-percent seedlip kombucha mocktail mocktails ipa guinness lagers malbec rioja shiraz
      chardonnay sauvignon pinot sherry port baileys tequila sake soju schnapps bitter mild barfly
      last_orders liver`,
  },
  caffeine: {
    answer: 'any',
    asks: `coffee tea caffeine espresso latte morning_drink order drink cup brew cuppa hot_drink
      coffee_order fuel_me starbucks_order`,
    says: `decaf cappuccino americano oat milk flat_white filter matcha chai rooibos herbal kettle teabag
      barista mug earl_grey peppermint sugar black jitters moka aeropress french_press cafetiere
      nespresso flat_whites macchiato mocha frappe oatly barley_cup chicory fennel chamomile
      lemon_and_ginger hot_water assam darjeeling oolong yerba mate pu-erh redbush green_tea
      builder's sugars palpitations`,
  },
  medication: {
    answer: 'any',
    asks: `medication medicine meds dose dosage pill pills tablet tablets take taking prescription
      prescribed insulin inhaler vitamin supplement mg milligrams blood_pressure on_for
      prescribed_for tablets_for dosing jab inhalers what_am_i_taking`,
    says: `pharmacist doctor upped halved doubled swapped stopped generic ibuprofen paracetamol statin
      statins metformin antibiotics sertraline twice_day consultant warfarin apixaban amlodipine
      lisinopril levothyroxine omeprazole amoxicillin atorvastatin tapered weaned drops cream patch
      injection injections jabs cardiologist gp specialist repeat came_off come_off coming_off
      off_the_tablets stopped_taking stop_taking weaned_off tapering tapered_off titrated
      increased_to cut_to reduced_to ramipril candesartan bisoprolol losartan simvastatin
      rosuvastatin citalopram fluoxetine prozac zoloft lexapro escitalopram venlafaxine duloxetine
      mirtazapine amitriptyline gabapentin pregabalin lithium ozempic wegovy mounjaro semaglutide
      insulin_pump cgm humira methotrexate prednisolone steroid steroids ventolin salbutamol codeine
      tramadol morphine naproxen aspirin clopidogrel antidepressant antidepressants antihypertensive
      beta_blocker blister_pack dosette side_effect side_effects nausea dizzy capsules syrup
      suppository eye_drops ointment`,
  },
  illness: {
    answer: 'any',
    asks: `ill illness sick condition injury injured pain knee back health diagnosis diagnosed ankle
      shoulder leg arm hurt cast crutches blood operation wound stitches asthma diabetes diabetic
      cancer ailment poorly unwell symptom suffer suffering disabled bothering wrong_with`,
    says: `recovered cured remission surgery operation scan broke sprained physio healed cleared symptoms
      hospital flare relapse cast_off clear donor blood_group plaster boot sling ward discharged
      biopsy ligament tear fracture all_clear in_the_clear signed_off discharged_from
      out_of_hospital back_on_my_feet fit_as_a_fiddle recovering relapsed operated keyhole
      replacement_hip replacement_knee new_hip new_knee new_kidney transplant transplanted dialysis
      chemo radiotherapy physio's sciatica slipped_disc migraine migraines epilepsy seizure seizures
      arthritis gout eczema psoriasis ibs crohn's colitis thyroid anaemia depression anxiety ptsd
      adhd autism dementia alzheimer's parkinson's stroke heart_attack stent pacemaker covid flu
      pneumonia bronchitis tonsils appendix hernia cataract cataracts rash stitches_out cast_came
      splint brace walking_boot`,
  },
  sleep: {
    answer: 'time',
    asks: `wake waking alarm bed bedtime sleep asleep get_up nod_off wake_up turn_in rise lights_out`,
    says: `snooze nap early late night insomnia lie-in baby shift rooster night_owl early_bird five_am
      six_am seven_am crack_of_dawn cockerel newborn jet_lag melatonin milking dog_wakes new_shift
      lie_in`,
  },
  body: {
    answer: 'number',
    asks: `weight weigh height tall size shoe shoes shirt trousers ring waist measurements fit kilos
      pounds prescription glasses bmi waistline shoe_size ring_size dress_size inside_leg bra_size
      collar`,
    says: `kilo kg stone lost gained grew grown bump centimetres cm inches outgrown large medium small
      tailor scales lenses contacts scale tape ruler measured foot inch lb lbs ounces oz chest
      inseam put_on_weight lost_weight shed_pounds slimmed growth_spurt shot_up shrunk bigger
      smaller size_up half_size half_a_size wide_fit re-measured bracelet_card birth_weight
      weighed_in`,
  },
  exercise: {
    answer: 'any',
    asks: `exercise workout gym train training fitness run running swim swimming yoga pilates membership
      keep_fit fit active class working_out get_fit train_for physical_activity gym-goer classes`,
    says: `marathon jog jogging laps pool weights treadmill crossfit spin spinning cycling hiking
      climbing bouldering rowing physio cancelled squats parkrun 10k triathlon trainer race half bib
      start_line miles km kilometres zumba aerobics swim_club rowing_machine karate deadlift
      personal_best stretch stretches personal_trainer bootcamp peloton turbo_trainer wild_swimming
      sea_swimming open_water lane_swimming aqua_aerobics barre tai_chi qigong kettlebell
      kettlebells dumbbells squat bench_press powerlifting weightlifting calisthenics ironman ultra
      half-marathon couch_to_5k c25k strava garmin pace splits shin_splints stress_fracture
      hamstring calf achilles physio_says gym_bag gym_membership direct_debit_cancelled
      walking_group rambling nordic_walking`,
  },
  mobility: {
    answer: 'any',
    asks: `walk walking wheelchair cane stick hearing aid glasses lenses crutches brace`,
    says: `surgery laser hip stairs frame rollator`,
  },
  appearance: {
    answer: 'any',
    asks: `hair beard haircut colour color tattoo wear style glasses hairstyle hairdo hairline nails
      makeup eyebrows tan look_like`,
    says: `dyed shaved cut bleached bob fringe blonde brunette ginger grey moustache salon barber pierced
      buzzcut buzz_cut pixie perm permed highlights lowlights roots braids dreadlocks locs ponytail
      shaved_head clean-shaven goatee stubble sideburns wig extensions acrylics gel_nails varnish
      polish manicure piercing nose_ring contact_lenses specs varifocals bare`,
  },
};
