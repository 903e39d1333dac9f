package rules

import (
	"strings"

	"github.com/memware/memware/backends"
)

// places are where the user lives, comes from and works.
func places() []group {
	return []group{{weight: 0.65, rules: []rule{
		{`i live|stay|reside at <address:street>
		  i live on <address:street>
		  i moved to <address:street>
		  my home|house|flat|apartment|place is at <address>
		  my home|house|flat|apartment|place is <address:street>
		  you can find me at <address:street>`, fact("home.address", "address")},
		{`i moved|relocated [back|out|over] from <old:place> to <place>
		  i moved|relocated [back|over|out|up|down|here|away|house|home|in] to <place>
		  i live|reside|dwell [alone|together|here|over|out|up|down|right] [here] in|near|outside|close_to|just_outside|north_of|south_of|east_of|west_of <place>
		  i live with <x:raw> in <place:capital>
		  i live in a|an|my <x:raw> in|near|called|outside|of <place:capital>
		  <place:capital> is where i live
		  i live and work in|near|outside <place>
		  i have lived in <place> for|since|all ...
		  i stay in <place>
		  i am a|an <x:raw> living|based|residing|settled in <place>
		  i am living|residing|based|settled|located|domiciled [here|out|over] [of|here] in|near|outside_of|around <place>
		  i am based out_of|at <place>
		  i settled [down|in] in|near <place>
		  i made <place> my home
		  i call <place> home
		  i am a <place:capital> resident
		  i rent|bought|own|have [a|an|my] [small|new|tiny|own|big] flat|apartment|house|place|room|studio in <place:capital>
		  i got a place in <place:capital>
		  <place> is [my|now] home|home_base
		  home [for_me] is|= [in] <place:capital>
		  [my] home base is [in] <place>
		  my home is [in|at] <place:capital>
		  my [new|current|main|permanent] house|flat|apartment|place|base|residence|home is in <place>
		  my [new|current] base is <place:capital>
		  my [current] place|city|town of residence is <place>
		  i am living|staying with <x:raw> in <place:capital>`, home},
		{`i am [a|an] <from:demonym>`, townsman},
		{`i am from <place>
		  i come|hail from <place>
		  i grew up in|near|outside <place>
		  i grew up in a|an <x:raw> in|near|called|outside|of <place:capital>
		  i was|am raised|brought_up in|near <place>
		  i was|am born and raised|bred in|near <place>
		  i am a native of <place>
		  my family is|comes from <place>
		  my roots are in <place>`, fact("origin", "place")},
		{`i work at <address:street>
		  my office|workplace is at|on|in <address>
		  my office is <address:street>
		  my|the office|workplace|headquarters is in|at <address:capital>`, fact("work.address", "address")},
		{`i work from|out_of a|an <place:thing>`, fact("work.place", "place")},
		{`i was|am born in <place:capital> in <year:number>`, facts("birth.place", "place", "birth.year", "year")},
		{`i was|am born in <place:capital> on <birthday:day>`, facts("birth.place", "place", "birthday", "birthday")},
		{`i park at|in|on <spot:code>
		  my car is parked at|in|on <spot:code>`, fact("parking", "spot")},
		{`i am in|on [the|a] <zone> [time|time_zone|timezone]`, fact("timezone", "zone")},
	}}}
}

// townsman builds the city of which the user is an inhabitant.
func townsman(r *reader, m *match) []found {
	for pair := range strings.FieldsSeq(demonyms) {
		if who, city, _ := strings.Cut(pair, "="); spaced(who) == norms(m.get("from"), " ") {
			return []found{{kind: backends.Fact, key: "home.city", fixed: spaced(city)}}
		}
	}
	return nil
}

const demonyms = `londoner=London new_yorker=New_York berliner=Berlin parisian=Paris glaswegian=Glasgow mancunian=Manchester
liverpudlian=Liverpool dubliner=Dublin roman=Rome milanese=Milan viennese=Vienna muscovite=Moscow sydneysider=Sydney
melburnian=Melbourne torontonian=Toronto chicagoan=Chicago bostonian=Boston angeleno=Los_Angeles`

func demonymWords() string {
	var names []string
	for pair := range strings.FieldsSeq(demonyms) {
		who, _, _ := strings.Cut(pair, "=")
		names = append(names, who)
	}
	return strings.Join(names, " ")
}

// home builds the city, or the country where the place is one.
func home(r *reader, m *match) []found {
	v, key := m.get("place"), "home.city"
	if n, ok := r.forms["country"](v); ok && len(n) == len(without(v, "the")) {
		key = "home.country"
	}
	return []found{{kind: backends.Fact, key: key, value: v}}
}
