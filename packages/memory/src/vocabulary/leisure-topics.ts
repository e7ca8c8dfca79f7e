import type { TopicWords } from './topic-words.js';

/** What people like and do with their time. */
export const leisureTopics: Readonly<Record<string, TopicWords>> = {
  sport: {
    answer: 'any',
    asks: `sport sports play plays playing game team tennis football soccer basketball rugby cricket
      hockey volleyball badminton golf club`,
    says: `racket match season league squash padel kit boots coach squad tournament pitch court
      climbing judo karate boxing fencing rowing skating skiing snowboarding surfing netball
      retired_from gave_up signed_up handball
      curl curling bowls bowling darts snooker pool polo surf surfed skate broom pads whistle bench
      reserves agm captain bat wicket striker goalie keeper racquet`,
  },
  fandom: {
    answer: 'name',
    asks: `support supports fan team club follow root cheer`,
    says: `season_ticket scarf stadium jersey united city rovers league derby
      footy rugby cricket nfl nba swans ticket terrace away_games`,
  },
  music: {
    answer: 'any',
    asks: `music band song songs genre listen listening listens artist singer album playlist concert
      tune
      radio station`,
    says: `jazz rock techno metal folk punk pop rap hip-hop hiphop classical opera blues country indie
      vinyl gig headphones loop repeat spotify soundtrack chart orchestra k-pop
      radio single album drummer lyric lullaby choir rapper kendrick beatles fiddle trad ceilidh
      salsa reggae soul disco grunge ambient lo-fi`,
  },
  instrument: {
    answer: 'any',
    asks: `instrument play plays playing guitar piano violin lessons practise practice learn`,
    says: `cello drums trumpet flute saxophone sax ukulele banjo bass clarinet accordion harmonica keys
      strings bow tuner orchestra choir sold lessons grade`,
  },
  reading: {
    answer: 'any',
    asks: `book books read reading author novel genre writer magazine newspaper newsletter podcast
      audiobook
      novels paper westerns mysteries`,
    says: `chapter kindle library thriller crime sci-fi fantasy biography memoir poetry page-turner
      bookshop finished trilogy series page
      western westerns mystery mysteries detective romance whodunnit ebook audiobooks comics manga
      paperback hardback borrowed`,
  },
  watching: {
    answer: 'any',
    asks: `watch watching show series film films movie movies tv television programme director actor
      channels telly sky`,
    says: `season episode binge binged cinema netflix documentary anime sitcom drama horror comedy
      bbc box_set finale rewatch
      telly dish channels bake_off soaps quiz thrillers heist rom-coms romcom cartoon sky matinee`,
  },
  streaming: {
    answer: 'name',
    asks: `stream streaming subscription subscribe subscribed service app plan membership subscriber`,
    says: `spotify tidal netflix hulu disney prime hbo deezer youtube apple_music trial renewed
      cancelled unsubscribed premium family_plan switched`,
  },
  gaming: {
    answer: 'name',
    asks: `game games gaming console play playing board_game video`,
    says: `xbox playstation nintendo switch steam minecraft zelda chess catan controller level
      multiplayer raid deck sold`,
  },
  hobby: {
    answer: 'any',
    asks: `hobby hobbies interest interests pastime spare_time free_time weekend weekends evenings fun
      into collect craft crafts relax`,
    says: `pottery knitting crochet painting drawing photography chess baking gardening fishing birding
      birdwatching woodworking sewing embroidery sudoku crossword puzzles model_trains choir dancing
      salsa theatre improv climbing kiln wheel loom camera lens wool needles allotment evening_class
      taken_up took_up obsessed hooked bored
      jigsaw jigsaws astronomy telescope metal_detecting calligraphy origami quilting quilt foraging
      genealogy stamps coins beekeeping hives drone kayak kayaking sailing bonsai whittling lino
      magic juggling ceramics`,
  },
  favourite: {
    answer: 'any',
    asks: `favourite favorite prefer prefers preferred preference like likes love loves enjoy enjoys
      best go-to usual taste dislike hate flavour flavor choice fancy rather`,
    says: `obsessed addicted hooked crush sick_of fed_up tired_of bored gone_off went_off converted
      swear_by cannot_stand can_stand nothing_beats top number_one these_days nowadays lately yuck
      divine unbeatable grown_on over_it guilty_pleasure craving devoured delicious`,
  },
  meal: {
    answer: 'any',
    asks: `breakfast lunch dinner meal snack dish cuisine pizza restaurant takeaway takeout topping
      dessert cake ice_cream order curry cook`,
    says: `sushi ramen tacos pasta noodles thai italian indian mexican chinese japanese korean porridge
      toast oats granola yoghurt yogurt eggs pho burrito soup salad sandwich wrap dumplings falafel
      kebab chocolate vanilla pistachio lemon spicy table booked waiter leftovers
      steak medium_rare well_done vindaloo korma chilli mild toppings pepperoni pineapple marmite
      jam crumpets pancakes waffles bagel croissant fry-up kimchi hummus brownies crisps biscuit
      biscuits chips`,
  },
  colour: {
    answer: 'any',
    asks: `colour color paint painted shade theme`,
    says: `red blue green yellow purple pink orange black white grey gray teal navy turquoise maroon
      beige coral lilac mustard burgundy tin wall walls coat repainted`,
  },
  travel: {
    answer: 'place',
    asks: `holiday holidays vacation trip travel travelling traveling destination fly flying going
      flight summer honeymoon cruise abroad
      seat plane airline ferry caravan`,
    says: `booked tickets flights visa passport beach rebooked cancelled refund itinerary airport
      luggage suitcase camping campervan ferry island fell_through volcano strike
      aisle window cruise caravan norovirus eurostar train resort villa backpacking terminal gate
      connection`,
  },
  volunteering: {
    answer: 'name',
    asks: `volunteer volunteering charity club society church choir group member committee`,
    says: `food_bank shelter scouts rota trustee mosque synagogue temple parish joined left stood_down
      treasurer
      lanyard rhyme_time tabard samaritans oxfam hospice soup_kitchen brownies guides cubs library
      toddlers lollipop`,
  },
  garden: {
    answer: 'any',
    asks: `garden plant plants grow growing vegetables allotment flowers`,
    says: `tomatoes seeds seedlings beans roses compost greenhouse dug harvest pots slugs raised_bed
      courgettes
      lawn mower hedge prune pruning peas peat dahlias tulips fuchsia chillies herbs weeds shed
      hanging_basket potatoes spuds`,
  },
  learning: {
    answer: 'any',
    asks: `learn learning language speak speaks fluent lessons course studying duolingo`,
    says: `spanish french german italian japanese korean mandarin portuguese dutch swedish arabic
      polish tutor evening_class streak grammar b1 vocab`,
  },
};
