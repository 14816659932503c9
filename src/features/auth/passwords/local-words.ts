/**
 * Words that passwords in India begin with and that international lists lack: gods, greetings, names, places, companies, and
 * ours.
 */
export const localWords = `
admin administrator backup billing client customer database demo domain guest hosting login panel portal reseller root secure
server support tester user website webmaster welcome windows wordpress cpanel linux mysql ubuntu

allah bhagwan bholenath durga ganapati ganesh ganesha govinda gurudev guruji hanuman hari harekrishna jagannath jaihind jaihanuman
jaimatadi jaishreeram jaishriram jaisriram kali kanha krishna lakshmi laxmi mahadev mahakal mahavir mata murugan namaste namaskar
narayan omnamahshivaya omsai omsairam parvati radha radhakrishna radhe radheradhe radheshyam ram ramram sai saibaba sairam
saraswati shiva shivaya shivay shivshakti shivji shreeram shriram shreeganesh shriganesh sita sitaram swami tirupati vande
vandemataram venkateswara vishnu waheguru bismillah inshallah mashallah

aarav aarti abhi abhishek aditi aditya ajay akash akhil akshay alok aman amar amit amrita anand ananya anil anita anjali ankit
ankita ankur anu anuj anurag aparna arjun arun aruna arvind asha ashish ashok ashwini avinash ayush balaji bhavna bhavya chandan
chetan deepa deepak deepika deepti devi dhruv dilip dinesh diya divya gagan ganga gaurav gautam geeta girish gopal hari harish
harsh harsha hemant himanshu ishaan ishita jagdish jaya jayesh jyoti kailash kajal kamal kapil karan kartik kavita kavya khushi
kiran kishore komal kunal lalit lata lokesh madhu mahendra mahesh manish manisha manju manoj mayank mayur meena meera megha mohan
mohit mukesh naina nakul naman nandini narendra naresh naveen navin neel neelam neeraj neha nidhi nikhil nikita nilesh nisha
nishant nitin om pallavi pankaj parth pooja prabhu pradeep prakash pranav prasad prashant pratik praveen preeti prem priya
priyanka puja puneet radhika raghav rahul raj raja rajan rajani rajat rajendra rajesh rajiv raju rakesh rakhi raman ramesh rani
ranjit rashmi ravi ravindra rekha renu reshma ritu riya rohan rohini rohit roshan sachin sagar sahil sandeep sandhya sangeeta
sanjana sanjay sanjeev santosh sapna sarita satish saurabh savita seema shailesh shalini shankar sharad sharmila shashi shilpa
shivam shivani shreya shruti shubham shweta siddharth simran sneha sonal sonali sonia sonu sourav srinivas subhash sudha sudhir
sujata suman sumit sunil sunita supriya suraj surendra suresh surya sushil sushma swapna swati tanvi tarun tejas uday uma umesh
usha vaibhav vandana varun vasant veena venkat venkatesh vidya vijay vijaya vikas vikram vinay vineet vinod vipin vipul viraj
virat vishal vivek yash yogesh yuvraj

abdul agarwal aggarwal ahmed ali ansari arora banerjee bansal basu bhatt bhattacharya bose chakraborty chatterjee chaudhary
chauhan chopra choudhary das desai deshmukh deshpande dey dhoni dubey dutta fatima gandhi ghosh gill gowda goyal gupta hussain
iyengar iyer jadhav jain jha joshi kapoor kaur khan khanna kohli kulkarni kumar kumari mahajan malhotra malik mehra mehta menon
mishra mittal modi mohammed mukherjee nair naidu nehru pandey pandit patel patil pawar pillai prasad qureshi rai rajput rana rao
rathore rawat reddy roy saha sahu saxena sen sethi shah shaikh sharma sheikh shetty shinde shukla siddiqui singh sinha soni
srivastava subramanian tendulkar thakur tiwari tripathi trivedi varma verma vyas yadav

agra ahmedabad ajmer aligarh allahabad amritsar andheri andhra assam aurangabad bandra bangalore bengal bengaluru bhagalpur bharat
bhopal bhubaneswar bihar bikaner bombay calcutta chandigarh chennai chhattisgarh coimbatore cuttack dadar dehradun delhi dhanbad
durgapur faridabad ganga ghaziabad goa gorakhpur gujarat gurgaon gurugram guwahati gwalior haridwar haryana himachal hindustan
howrah hubli hyderabad imphal india indian indore jabalpur jaipur jalandhar jammu jamshedpur jharkhand jodhpur kanpur karnataka
kashmir kashi kerala kochi kolhapur kolkata kota kozhikode lucknow ludhiana madras madurai maharashtra mangalore manipur mathura
meerut mumbai mysore mysuru nagpur nashik noida odisha orissa panaji patna pondicherry puducherry pune punjab raipur rajasthan
rajkot ranchi rishikesh secunderabad shillong shimla sikkim siliguri srinagar surat tamilnadu telangana thane thiruvananthapuram
tripura trivandrum udaipur ujjain uttarakhand uttarpradesh vadodara varanasi vijayawada visakhapatnam vizag vrindavan warangal

adani aadhaar aadhar airtel amazon axis bajaj bharti bollywood bsnl canara dabur dream facebook flipkart gmail godrej google
havells hdfc hero hindalco hotmail icici ideacellular indigo infosys infotech instagram irctc jio kotak larsen linkedin mahindra
maruti microsoft mphasis myntra netflix nokia oneplus paytm phonepe reliance samsung sbi snapdeal suzuki swiggy tata tatamotors
tcs techmahindra twitter vodafone whatsapp wipro xiaomi yahoo youtube zomato zoho

accha aadmi baap baba babu bachcha beta bhabhi bhai bhaiya chacha chai chalo chand chunnu dadi dada didi dil dilwale dost dosti
duniya ghar gulab holi diwali dussehra eid jaan jaanu jindagi zindagi kamala maa mahal mausam mera meri mohabbat mummy munna naam
nani papa pappu pinky pyaar pyar rakhi rishta sanam shaadi shona sona sweety tera tiger tumhara yaar yaari cricket ipl sachin
mahi kabaddi monsoon pongal onam navratri ugadi lohri baisakhi
`
  .trim()
  .split(/\s+/)
